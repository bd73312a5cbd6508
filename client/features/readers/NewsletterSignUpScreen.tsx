import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { categoriesQuery } from '#client/api/categories.ts';
import { Link, useParams } from '#client/app/router.ts';
import { ChipLinks } from '#client/ui/ChipLinks.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Stack } from '#client/ui/Stack.tsx';
import { newsletterPaths } from '#shared/newsletter-paths.ts';
import { paths } from '#shared/paths.ts';
import { ReaderSignUp } from './ReaderSignUp.tsx';

/** /newsletter, and /newsletter/mystery for one genre: landing pages, and the result pages of SignUpBox. */
export function NewsletterSignUpScreen() {
  const { genre: slug } = useParams();
  const categories = useSuspenseQuery(categoriesQuery(useApp().api)).data;
  const genre = categories.find((category) => category.slug === slug);
  const title = genre ? `${genre.name} ebook deals by email` : 'Ebook deals by email';
  return (
    <Page>
      <Seo
        title={title}
        description={`${genre ? `${genre.name} ebooks` : 'Ebooks'} that are free, 99 cents, or at least half off, checked by editors and emailed at most once a day.`}
        path={newsletterPaths.signUp(slug)}
      />
      <PageTitle lead="Free, 99 cents, or at least half off, and checked by an editor. At most one email a day, with links to your stores.">
        {title}
      </PageTitle>
      <ReaderSignUp
        key={slug ?? ''}
        title={genre ? 'Sign up with your address' : 'Choose your genres'}
        lead="We’ll send a confirmation link first. Every email after it has a link to pause or unsubscribe."
        genre={genre}
      />
      <Stack>
        <h2>{genre ? 'Other genres' : 'One genre only'}</h2>
        <ChipLinks
          label="Genres"
          chips={categories
            .filter(({ is_adult }) => !is_adult)
            .map((category) => ({
              to: newsletterPaths.signUp(category.slug),
              label: category.name,
              isCurrent: category === genre,
            }))}
        />
      </Stack>
      <p>
        <Link to={genre ? paths.category(genre) : paths.deals()}>See today’s deals</Link> ·{' '}
        <Link to={newsletterPaths.archive()}>Past newsletters</Link>
      </p>
    </Page>
  );
}
