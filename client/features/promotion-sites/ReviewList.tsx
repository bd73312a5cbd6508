import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { SKIP_UNSAVED_PROMPT } from '#client/api/use-unsaved-guard.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { Paragraphs } from '#client/ui/Paragraphs.tsx';
import { PastLastPage } from '#client/ui/PastLastPage.tsx';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import type { PromotionSite, PromotionSiteReview } from '#shared/promotion-sites.ts';
import { fetchReviewsForPartner, partnerReviewsKey, vote } from './partner-api.ts';
import { reviewsQuery } from './queries.ts';
import classes from './ReviewList.module.css';

/** A site's reviews. For a signed-in partner, they're fetched again with the partner's votes and hidden review. */
export function ReviewList({ site, page }: { site: PromotionSite; page: number }) {
  const { isSignedIn } = useSession().partner;
  const publicReviews = useSuspenseQuery(reviewsQuery(useApp().api, site.id, page)).data;
  const reviewsWithVotes = useQuery({
    queryKey: [...partnerReviewsKey(site.id), page],
    queryFn: () => fetchReviewsForPartner(site.id, page),
    enabled: isSignedIn,
  }).data;
  const { promotion_site_reviews: reviews, meta } = (isSignedIn && reviewsWithVotes) || publicReviews;
  if (reviews.length === 0 && meta.total_count > 0) return <PastLastPage state={SKIP_UNSAVED_PROMPT} />;
  if (reviews.length === 0) return <p>No reviews of {site.name} yet.</p>;
  return (
    <>
      <ul className={classes.reviews}>
        {reviews.map((review) => (
          <li key={review.id} className={classes.review}>
            <h3>{review.title}</h3>
            <p className={classes.meta}>
              <strong>{review.rating} of 5</strong>
              <span>
                {review.own ? 'Your review' : review.partner_name}
                {review.hidden_at && ', hidden by the editors'}
              </span>
            </p>
            <Paragraphs text={review.body} />
            <ReportedResults review={review} />
            <Votes siteId={site.id} review={review} canVote={isSignedIn && !review.own} />
          </li>
        ))}
      </ul>
      <Pagination
        meta={meta}
        href={(next) => `${paths.promotionSite(site)}${next > 1 ? `?page=${next}` : ''}#reviews`}
        state={SKIP_UNSAVED_PROMPT}
      />
    </>
  );
}

/** The promotion's date, cost, and copies, if the partner reported them. */
function ReportedResults({ review: { promo_date, cost_cents, copies } }: { review: PromotionSiteReview }) {
  if (promo_date === null && cost_cents === null && copies === null) return null;
  return (
    <dl className={classes.outcome}>
      {promo_date !== null && (
        <div>
          <dt>Promoted on</dt>
          <dd>
            <DateText date={promo_date} />
          </dd>
        </div>
      )}
      {cost_cents !== null && (
        <div>
          <dt>Cost</dt>
          <dd>{formatCents(cost_cents)}</dd>
        </div>
      )}
      {copies !== null && (
        <div>
          <dt>Copies</dt>
          <dd>{copies.toLocaleString('en-US')}</dd>
        </div>
      )}
    </dl>
  );
}

type Props = { siteId: number; review: PromotionSiteReview; canVote: boolean };

/** The votes on a review. Partners can vote on other partners' reviews, and change their vote. */
function Votes({ siteId, review, canVote }: Props) {
  const queryClient = useQueryClient();
  const voting = useMutation({
    mutationFn: vote,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: partnerReviewsKey(siteId) }),
  });
  const cast = (helpful: boolean) => voting.isPending || voting.mutate({ id, helpful });
  const { id, title, helpful_count, not_helpful_count, my_vote } = review;
  if (!canVote) {
    return (
      <p className={classes.votes}>
        <span>{helpful_count} found this helpful</span>
        <span>{not_helpful_count} didn’t</span>
      </p>
    );
  }
  return (
    <fieldset className={classes.votes}>
      <legend className="visually-hidden">Did “{title}” help you?</legend>
      <button
        type="button"
        aria-pressed={my_vote === 'helpful'}
        aria-disabled={voting.isPending || undefined}
        onClick={() => cast(true)}
      >
        Helpful ({helpful_count})
      </button>
      <button
        type="button"
        aria-pressed={my_vote === 'not_helpful'}
        aria-disabled={voting.isPending || undefined}
        onClick={() => cast(false)}
      >
        Not helpful ({not_helpful_count})
      </button>
    </fieldset>
  );
}
