import { Link } from '#client/router.ts';
import type { Meta } from '#shared/params.ts';
import classes from './Pagination.module.css';

/** Previous and next as links. `href` gives a page's address. */
export function Pagination({ meta, href }: { meta: Meta; href: (page: number) => string }) {
  const last = Math.max(1, Math.ceil(meta.total_count / meta.per));
  if (last === 1) return null;
  return (
    <nav className={classes.pages} aria-label="Pages">
      {meta.page > 1 ? (
        <Link to={href(meta.page - 1)} rel="prev">
          Previous
        </Link>
      ) : (
        <span />
      )}
      <span>
        Page {meta.page} of {last}
      </span>
      {meta.page < last ? (
        <Link to={href(meta.page + 1)} rel="next">
          Next
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
