import { useEffect } from 'react';
import { Link, useLocation, useMatches } from '#client/app/router.ts';
import { Button } from '#client/ui/Button.tsx';
import { newsletterPaths } from '#shared/newsletter-paths.ts';
import classes from './Layout.module.css';
import type { Genre, ScreenHandle } from './screen.ts';

/**
 * Paths of pages that already have a form for readers: the front page, the landing pages, and pages under /readers/.
 * The archive has none.
 */
const HAS_READER_FORM = /^\/($|newsletter(?!\/archive)|readers\/)/;

/**
 * The newsletter's sign-up form above the footer, with the page's genre. It's a no-script form posted to the landing
 * page. Adult genres can only be chosen in the preferences.
 */
export function SignUpBox() {
  const { pathname } = useLocation();
  const match = useMatches().at(-1);
  const handle = match?.handle as ScreenHandle | undefined;
  const pageGenre = match?.loaderData as Genre | null | undefined;
  const genre = pageGenre?.is_adult ? null : pageGenre;
  const feed = `/feeds/${genre?.slug ?? 'deals'}.rss`;
  // This part hydrates late, and React then adds the feed's <link> to the head a second time.
  useEffect(() => {
    const [first, second] = document.head.querySelectorAll(`[href="${feed}"]`);
    if (second) first!.remove();
  }, [feed]);
  if (handle?.access !== 'public' || HAS_READER_FORM.test(pathname)) return null;
  return (
    <section className={classes.signUp} aria-labelledby="get-deals">
      <link rel="alternate" type="application/rss+xml" title={`${genre?.name ?? 'Ebook'} deals`} href={feed} />
      <div className={classes.inner}>
        <div className={classes.about}>
          <h2 id="get-deals">{genre ? `${genre.name} deals by email` : 'Ebook deals by email'}</h2>
          <p>
            {genre
              ? 'At most one email a day, only when there’s a deal.'
              : 'All genres except adult, at most one email a day.'}{' '}
            <Link to={newsletterPaths.signUp()}>Choose other genres</Link> ·{' '}
            <Link to={newsletterPaths.archive()}>Past newsletters</Link> ·{' '}
            <a href={feed} type="application/rss+xml">
              RSS feed
            </a>
          </p>
        </div>
        <form method="post" action={newsletterPaths.signUp(genre?.slug)}>
          <label htmlFor="get-deals-email">Email</label>
          <input id="get-deals-email" name="email" type="email" autoComplete="email" required maxLength={254} />
          <input type="hidden" name="genres" value={genre?.id ?? 'all'} />
          <input type="hidden" name="page" value={pathname} />
          <Button type="submit">Sign up</Button>
        </form>
      </div>
    </section>
  );
}
