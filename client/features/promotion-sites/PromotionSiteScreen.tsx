import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApp } from '#client/api/app.ts';
import { lazyPart } from '#client/api/lazy-part.tsx';
import { Link, useParams, useSearchParams } from '#client/app/router.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { signInPath } from '#client/session/sign-in-path.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Breadcrumbs, breadcrumbJsonLd } from '#client/ui/Breadcrumbs.tsx';
import { Button } from '#client/ui/Button.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import { pageOf } from '#client/ui/search-params.ts';
import { useShell } from '#client/ui/shell.ts';
import { paths } from '#shared/paths.ts';
import type { PromotionSite, PromotionSiteReview } from '#shared/promotion-sites.ts';
import { MIN_RATED_REVIEWS } from '#shared/site-facts.ts';
import { Disclosure, FactSource } from './FactSource.tsx';
import classes from './PromotionSiteScreen.module.css';
import { fetchOwnReview, partnerReviewsKey } from './partner-api.ts';
import { siteQuery } from './queries.ts';
import { ReviewList } from './ReviewList.tsx';
import { datedPriceText, displayUrl, factsOf, reviewsText } from './site-labels.ts';

const CRUMBS = [
  { to: paths.authorResources(), label: 'Author resources' },
  { to: paths.promotionSites(), label: 'Best book promotion sites' },
];

export function PromotionSiteScreen() {
  const { app_url } = useShell();
  const page = pageOf(useSearchParams()[0]);
  const { data: site } = useSuspenseQuery(siteQuery(useApp().api, Number(useParams().id)));
  const path = paths.promotionSite(site);
  return (
    <Page>
      <Seo
        title={page > 1 ? `${site.name}: reviews, page ${page}` : `${site.name}: price, rules, and reviews`}
        description={descriptionOf(site)}
        path={page > 1 ? `${path}?page=${page}` : path}
        jsonLd={[siteJsonLd(site, app_url), breadcrumbJsonLd([...CRUMBS, { to: path, label: site.name }], app_url)]}
      />
      <Breadcrumbs crumbs={CRUMBS} />
      <PageTitle lead={reviewsText(site)}>{site.name}</PageTitle>
      <p>
        <a href={site.url} rel="nofollow noopener">
          Go to {site.name}
        </a>
      </p>
      <Disclosure />
      <Facts site={site} />
      <section id="reviews" className={classes.section} aria-labelledby="reviews-title">
        <h2 id="reviews-title">What partners say</h2>
        <OwnReview site={site} />
        <ReviewList site={site} page={page} />
      </section>
    </Page>
  );
}

const descriptionOf = (site: PromotionSite) =>
  `${site.name}${site.kind ? `, ${site.kind}` : ''}. Price: ${datedPriceText(site)}. ${reviewsText(site)} by Deckle partners.`;

function Facts({ site }: { site: PromotionSite }) {
  const facts = factsOf(site);
  if (facts.length === 0) {
    return (
      <Alert kind="info" title="No checked facts yet">
        We couldn’t verify its prices and requirements. Check with the site.
      </Alert>
    );
  }
  return (
    <section className={classes.section} aria-labelledby="facts">
      <h2 id="facts">Prices and requirements</h2>
      {site.is_due && (
        <Alert kind="warning">Nobody has checked these facts in the last 12 months. They may be out of date.</Alert>
      )}
      <dl className={classes.facts}>
        {facts.map(({ name, label, value }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              {value}
              <FactSource site={site} fact={name} />
            </dd>
          </div>
        ))}
      </dl>
      <Sources site={site} />
    </section>
  );
}

const Sources = ({ site: { checked_on, sources } }: { site: PromotionSite }) => (
  <div className={classes.sources}>
    <p>
      {checked_on && (
        <>
          Last checked on <DateText date={checked_on} />.{' '}
        </>
      )}
      Prices and rules change, so check the site before you book.
    </p>
    {sources.length > 0 && (
      <ul>
        {sources.map((source) => (
          <li key={source}>
            {/^https?:\/\//.test(source) ? (
              <a href={source} rel="nofollow noopener">
                {displayUrl(source)}
              </a>
            ) : (
              source
            )}
          </li>
        ))}
      </ul>
    )}
  </div>
);

const siteJsonLd = (site: PromotionSite, appUrl: string) => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: site.name,
  url: site.url,
  mainEntityOfPage: appUrl + paths.promotionSite(site),
  ...(site.average_rating === null || site.reviews_count < MIN_RATED_REVIEWS
    ? {}
    : {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: site.average_rating,
          reviewCount: site.reviews_count,
          bestRating: 5,
          worstRating: 1,
        },
      }),
});

const ReviewForm = lazyPart('review form', async () => (await import('./ReviewForm.tsx')).ReviewForm);

/** A sign-in link for visitors, or a button for partners to write or change their review. */
function OwnReview({ site }: { site: PromotionSite }) {
  const { partner } = useSession();
  return partner.isSignedIn ? (
    <PartnerReview site={site} />
  ) : (
    <p>
      Have you promoted a book there?{' '}
      <Link to={signInPath('partner', paths.promotionSite(site))}>Sign in as a partner</Link> to write a review, or vote
      on reviews.
    </p>
  );
}

function PartnerReview({ site }: { site: PromotionSite }) {
  const query = useQuery({
    queryKey: [...partnerReviewsKey(site.id), 'own'],
    queryFn: () => fetchOwnReview(site.id),
  });
  return (
    <QueryBoundary query={query} placeholder={<ListSkeleton rows={1} height={46} />}>
      {(review) => <ReviewOrButton site={site} review={review} />}
    </QueryBoundary>
  );
}

function ReviewOrButton({ site, review }: { site: PromotionSite; review: PromotionSiteReview | null }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen) {
    return (
      <div>
        <Button type="button" look={review ? 'quiet' : 'primary'} onClick={() => setIsOpen(true)}>
          {review ? 'Change your review' : 'Write a review'}
        </Button>
      </div>
    );
  }
  return (
    <ReviewForm
      placeholder={<ListSkeleton rows={3} height={80} />}
      site={site}
      review={review}
      onClose={() => setIsOpen(false)}
    />
  );
}
