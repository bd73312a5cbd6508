import { Link } from '#client/app/router.ts';
import { paths } from '#shared/paths.ts';
import classes from './Breadcrumbs.module.css';

export type Crumbs = readonly { to: string; label: string }[];

/** Links to the parent pages. Renders nothing without any. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumbs }) {
  if (crumbs.length === 0) return null;
  return (
    <nav aria-label="Breadcrumbs" className={classes.crumbs}>
      <ol>
        {crumbs.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

export const breadcrumbJsonLd = (crumbs: Crumbs, appUrl: string) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [{ to: paths.home(), label: 'Deckle' }, ...crumbs].map(({ to, label }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: label,
    item: appUrl + to,
  })),
});
