import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { useParams, useSearchParams } from '#client/app/router.ts';
import { BookResults } from '#client/features/books/public/BookResults.tsx';
import { bookFilters, bookSearchOf } from '#client/features/books/public/book-search.ts';
import { booksQuery } from '#client/features/books/public/queries.ts';
import { AuthorPhoto } from '#client/ui/AuthorPhoto.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Paragraphs } from '#client/ui/Paragraphs.tsx';
import { absolute, Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import type { Author } from '#shared/authors.ts';
import { paths } from '#shared/paths.ts';
import classes from './AuthorScreen.module.css';
import { authorLinks } from './author-links.ts';
import { PastDeals } from './PastDeals.tsx';
import { authorQuery } from './queries.ts';

export function AuthorScreen() {
  const { api } = useApp();
  const { app_url } = useShell();
  const { data: author } = useSuspenseQuery(authorQuery(api, Number(useParams().id)));
  const search = bookSearchOf(useSearchParams()[0]);
  const { data } = useSuspenseQuery(booksQuery(api, bookFilters(search, { author_id: author.id })));
  return (
    <Page>
      <Seo
        title={author.name}
        description={author.bio.slice(0, 160) || `Books by ${author.name}, and the deals running today.`}
        path={paths.author(author)}
        type="profile"
        jsonLd={[personJsonLd(author, app_url)]}
        {...(author.photo_url ? { image: author.photo_url } : {})}
      />
      <header className={classes.head}>
        <AuthorPhoto author={author} size={120} />
        <div className={classes.about}>
          <h1>{author.name}</h1>
          {author.bio && <Paragraphs text={author.bio} />}
          <ul className={classes.links}>
            {authorLinks(author).map(({ label, href }) => (
              <li key={label}>
                <a href={href} rel="nofollow noopener">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </header>
      <h2>Books by {author.name}</h2>
      <BookResults path={paths.author(author)} search={search} noun="book" {...data} />
      <PastDeals deals={author.past_deals ?? []} name={author.name} />
    </Page>
  );
}

const personJsonLd = (author: Author, appUrl: string) => ({
  '@context': 'https://schema.org',
  '@type': 'Person',
  name: author.name,
  url: appUrl + paths.author(author),
  ...(author.photo_url ? { image: absolute(appUrl, author.photo_url) } : {}),
  sameAs: authorLinks(author).map(({ href }) => href),
});
