import { Link } from '#client/app/router.ts';
import { Button } from '#client/ui/Button.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { SearchForm } from '#client/ui/SearchForm.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { paths } from '#shared/paths.ts';
import { MAIN_LINKS } from './menus.ts';
import classes from './NotFoundScreen.module.css';

const LINKS = [
  ...MAIN_LINKS,
  { label: 'All Books', to: paths.books() },
  { label: 'Partner sign in', to: paths.partnerSignIn() },
];

export function NotFoundScreen() {
  return (
    <Page width="text">
      <Seo title="Page not found" description="There is no page at this address." noindex />
      <PageTitle lead="The link may be old, or a letter went missing on the way. Search for the book you had in mind, or start from one of these pages.">
        Page not found
      </PageTitle>
      <SearchForm action={paths.books()} />
      <nav aria-label="Main pages">
        <ul className={classes.links}>
          {LINKS.map(({ label, to }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
      </nav>
      <p>
        <Button to="/">Back to today’s deals</Button>
      </p>
    </Page>
  );
}
