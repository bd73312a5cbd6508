import { Link } from '#client/router.ts';
import type { Trail } from './article-json-ld.ts';
import classes from './Breadcrumbs.module.css';

/** The pages above this one; nothing where there are none. */
export function Breadcrumbs({ trail }: { trail: Trail }) {
  if (trail.length === 0) return null;
  return (
    <nav aria-label="Breadcrumbs" className={classes.crumbs}>
      <ol>
        {trail.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
