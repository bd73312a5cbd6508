import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { categoriesQuery } from '#client/api/categories.ts';
import { Link } from '#client/app/router.ts';
import { BookGrid, BookShelf } from '#client/ui/BookGrid.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { paths } from '#shared/paths.ts';
import { CategoryList } from './CategoryList.tsx';
import { ForAuthors } from './ForAuthors.tsx';
import { Hero } from './Hero.tsx';
import classes from './HomeScreen.module.css';
import { bestDeals, shelvesOf } from './home-sections.ts';
import { homeDealsQuery } from './loaders.ts';
import { ReaderSignUp } from './ReaderSignUp.tsx';

const DESCRIPTION =
  'Ebooks that are free or at least half off today, checked by editors, and a daily mail with the ones in your genres.';

export function HomeScreen() {
  const { api } = useApp();
  const { app_url, support_email } = useShell();
  const { books } = useSuspenseQuery(homeDealsQuery(api)).data;
  const categories = useSuspenseQuery(categoriesQuery(api)).data;
  const best = bestDeals(books);
  return (
    <>
      <Seo
        title="Deckle"
        description={DESCRIPTION}
        path="/"
        jsonLd={[siteJsonLd(app_url), organizationJsonLd(app_url, support_email)]}
      />
      <Hero books={best} />
      <Page>
        <section aria-labelledby="best" className={classes.section}>
          <SectionHead id="best" title="Today’s best deals" to={paths.deals()} more="All deals" />
          {best.length > 0 ? (
            <BookGrid books={best} />
          ) : (
            <EmptyState
              title="The next deals are being picked"
              action={<Button to={paths.books()}>See all books</Button>}
            >
              Nothing is on offer this minute. Leave your address below and the next ones come to you.
            </EmptyState>
          )}
        </section>
        {shelvesOf(books, categories).map(({ category, books: shelf }) => (
          <section key={category.id} aria-labelledby={`shelf-${category.slug}`} className={classes.section}>
            <SectionHead
              id={`shelf-${category.slug}`}
              title={category.name}
              to={paths.category(category)}
              more={`All ${category.name}`}
            />
            <BookShelf books={shelf} label={`${category.name} deals`} />
          </section>
        ))}
        <ReaderSignUp />
        <CategoryList />
      </Page>
      <ForAuthors />
    </>
  );
}

const SectionHead = ({ id, title, to, more }: { id: string; title: string; to: string; more: string }) => (
  <div className={classes.sectionHead}>
    <h2 id={id}>{title}</h2>
    <Link to={to}>{more}</Link>
  </div>
);

const organizationJsonLd = (appUrl: string, email: string) => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: 'Deckle',
  url: appUrl,
  logo: `${appUrl}/favicon.svg`,
  email,
});

const siteJsonLd = (appUrl: string) => ({
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  name: 'Deckle',
  url: appUrl,
  potentialAction: {
    '@type': 'SearchAction',
    target: `${appUrl}${paths.books()}?q={search_term_string}`,
    'query-input': 'required name=search_term_string',
  },
});
