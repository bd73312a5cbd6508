import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { Link, useSearchParams } from '#client/app/router.ts';
import { breadcrumbJsonLd } from '#client/ui/Breadcrumbs.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { HighlightWords } from '#client/ui/HighlightWords.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { PastLastPage } from '#client/ui/PastLastPage.tsx';
import { SearchForm } from '#client/ui/SearchForm.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { paths } from '#shared/paths.ts';
import classes from './AuthorsScreen.module.css';
import { type AuthorSearch, authorSearchHref, authorSearchOf, authorsQuery, LETTERS } from './queries.ts';

const DESCRIPTION = 'Authors on Deckle, from A to Z. Each author’s page lists their books and deals.';

export function AuthorsScreen() {
  const { app_url } = useShell();
  const search = authorSearchOf(useSearchParams()[0]);
  const { authors, meta } = useSuspenseQuery(authorsQuery(useApp().api, search)).data;
  const path = paths.authors();
  const href = (page: number) => authorSearchHref(path, { ...search, page });
  return (
    <Page>
      <Seo
        title={titleOf(search)}
        description={DESCRIPTION}
        path={authorSearchHref(path, { letter: search.letter, page: search.page })}
        noindex={search.q !== ''}
        jsonLd={[breadcrumbJsonLd([{ to: path, label: 'Authors' }], app_url)]}
      />
      <PageTitle lead={DESCRIPTION}>{headingOf(search)}</PageTitle>
      <SearchForm action={path} value={search.q} label="Search authors" placeholder="Part of a name" />
      <Letters current={search.letter} />
      {authors.length === 0 && meta.total_count > 0 ? (
        <PastLastPage />
      ) : authors.length === 0 ? (
        <EmptyState title="No matches" action={<Button to={path}>See all authors</Button>} />
      ) : (
        <ul className={classes.authors}>
          {authors.map((author) => (
            <li key={author.id}>
              <Link to={paths.author(author)}>
                <HighlightWords text={author.name} words={search.q} />
              </Link>
              <span>{author.books_count === 1 ? '1 book' : `${author.books_count} books`}</span>
            </li>
          ))}
        </ul>
      )}
      <Pagination meta={meta} href={href} />
    </Page>
  );
}

const headingOf = ({ letter }: Pick<AuthorSearch, 'letter'>) =>
  letter ? `Authors whose names begin with ${letter.toUpperCase()}` : 'All authors';

const titleOf = ({ letter, page }: AuthorSearch) => headingOf({ letter }) + (page > 1 ? `, page ${page}` : '');

/** Links to the lists by first letter of the full name. */
const Letters = ({ current }: { current: string }) => (
  <nav aria-label="Authors by letter">
    <ul className={classes.letters}>
      <li>
        <Link to={paths.authors()} aria-current={current === '' ? 'page' : undefined}>
          All
        </Link>
      </li>
      {LETTERS.map((letter) => (
        <li key={letter}>
          <Link
            to={authorSearchHref(paths.authors(), { letter })}
            aria-current={current === letter ? 'page' : undefined}
          >
            {letter.toUpperCase()}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
