import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { categoriesQuery, superCategoriesQuery } from '#client/api/categories.ts';
import { Link } from '#client/app/router.ts';
import { ReaderSignUp } from '#client/features/readers/ReaderSignUp.tsx';
import { Band, Hero } from '#client/ui/Banner.tsx';
import { BookGrid, BookShelf } from '#client/ui/BookGrid.tsx';
import { Button } from '#client/ui/Button.tsx';
import { coverSrcSet } from '#client/ui/Cover.tsx';
import type { CardBook } from '#client/ui/card-book.ts';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { MAX_PROMO_COST_CENTS } from '#shared/business.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import classes from './HomeScreen.module.css';
import { bestDeals, shelvesOf } from './home-sections.ts';
import { homeDealsQuery } from './loaders.ts';

const DESCRIPTION =
  'Ebooks that are free, 99 cents, or at least half off today, checked by editors, and a daily email with the ones in your genres.';

export function HomeScreen() {
  const { api } = useApp();
  const { app_url, support_email } = useShell();
  const { books } = useSuspenseQuery(homeDealsQuery(api)).data;
  const categories = useSuspenseQuery(categoriesQuery(api)).data;
  const best = bestDeals(books);
  return (
    <>
      <link rel="alternate" type="application/rss+xml" title="Ebook deals" href="/feeds/deals.rss" />
      <Seo
        title="Free and discounted ebooks"
        description={DESCRIPTION}
        path="/"
        jsonLd={[siteJsonLd(app_url), organizationJsonLd(app_url, support_email)]}
      />
      <HomeHero books={best} />
      <Page>
        <section aria-labelledby="best" className={classes.section}>
          <SectionHead id="best" title="Today’s best deals" to={paths.deals()} more="All deals" />
          {best.length > 0 ? (
            <BookGrid books={best} />
          ) : (
            <EmptyState title="No deals right now" action={<Button to={paths.books()}>See all books</Button>}>
              Enter your email below, and we’ll send you the next ones.
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
        <ReaderSignUp
          title="At most one email a day, in your genres"
          lead="We’ll email you only when there are deals for you. Every email has a link to pause or unsubscribe."
        />
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

const HomeHero = ({ books }: { books: readonly CardBook[] }) => (
  <Hero
    title="Your next great read, free or on sale."
    lead="Authors lower their prices for a few days. Our editors check every deal, and we tell you which stores have it."
    actions={
      <>
        <Button to={paths.deals()}>See today’s deals</Button>
        <Button to={paths.deals(true)} look="quiet">
          Free ebooks
        </Button>
      </>
    }
  >
    {books.length >= 3 && (
      <div className={classes.covers} aria-hidden="true">
        {books.slice(0, 5).map((book) => (
          <img
            key={book.id}
            src={book.cover_url}
            {...coverSrcSet(book.cover_url, '(max-width: 48rem) 8rem, 13rem')}
            alt=""
            width={200}
            height={300}
          />
        ))}
      </div>
    )}
  </Hero>
);

function CategoryList() {
  const { api } = useApp();
  const groups = useSuspenseQuery(superCategoriesQuery(api)).data;
  return (
    <section aria-labelledby="categories" className={classes.categories}>
      <h2 id="categories">Browse by category</h2>
      <div className={classes.groups}>
        {groups.map(({ id, name, categories }) => (
          <div key={id}>
            <h3>{name}</h3>
            <ul>
              {categories
                .filter(({ is_adult }) => !is_adult)
                .map((category) => (
                  <li key={category.id}>
                    <Link to={paths.category(category)}>{category.name}</Link>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

const POINTS = [
  {
    title: 'Pay per click',
    text: `We charge per billable click after the newsletter goes out, and never more than ${formatCents(MAX_PROMO_COST_CENTS)} for one promotion.`,
  },
  {
    title: 'A person reads your submission',
    text: 'Editors look at every book. You’ll get a yes, a no with reasons, or a question.',
  },
  {
    title: 'See your results',
    text: 'Clicks by store and by hour, which clicks we billed and why, and how you compare with similar books.',
  },
];

const ForAuthors = () => (
  <Band
    id="for-authors"
    title="Wrote a book? Find its readers."
    lead="For authors and publishers with an ebook on sale and a price they can lower for a few days."
    actions={
      <>
        <Button to={paths.partnerSignUp()}>Create a partner account</Button>
        <Link to={paths.partnersLanding()}>How it works</Link>
      </>
    }
  >
    <ul className={classes.points}>
      {POINTS.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  </Band>
);
