import { Link } from '#client/app/router.ts';
import type { Meta } from '#shared/params.ts';
import classes from './Pagination.module.css';

type Props = {
  meta: Meta;
  /** The address of a page of the list. */
  href: (page: number) => string;
  /** Router state for the links. */
  state?: string;
};

/** Links to the previous and the next page. */
export function Pagination({ meta, href, state }: Props) {
  const last = Math.max(1, Math.ceil(meta.total_count / meta.per));
  if (last === 1) return null;
  return (
    <nav className={classes.pages} aria-label="Pages">
      {meta.page > 1 ? (
        <Link to={href(meta.page - 1)} state={state} rel="prev">
          Previous
        </Link>
      ) : (
        <span />
      )}
      <span>
        Page {meta.page} of {last}
      </span>
      {meta.page < last ? (
        <Link to={href(meta.page + 1)} state={state} rel="next">
          Next
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
