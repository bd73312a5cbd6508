import { Link } from '#client/router.ts';
import { useRouteTable } from '#client/ui/RouteTable.ts';
import type { Trail } from './article-json-ld.ts';
import classes from './Breadcrumbs.module.css';

/** The pages above this one; nothing where there are none. */
export function Breadcrumbs({ trail }: { trail: Trail }) {
  const { hasPage } = useRouteTable();
  const shown = trail.filter(({ to }) => hasPage(to));
  if (shown.length === 0) return null;
  return (
    <nav aria-label="Breadcrumbs" className={classes.crumbs}>
      <ol>
        {shown.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
