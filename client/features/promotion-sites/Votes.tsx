import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PromotionSiteReview } from '#shared/promotion-sites.ts';
import { vote } from './partner-api.ts';
import classes from './ReviewList.module.css';

type Props = { siteId: number; review: PromotionSiteReview; mayVote: boolean };

/** How many the review helped; partners say it of the others' reviews, and may change their mind. */
export function Votes({ siteId, review, mayVote }: Props) {
  const queryClient = useQueryClient();
  const voting = useMutation({
    mutationFn: vote,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['promotion site reviews', siteId] }),
  });
  const { id, title, helpful_count, not_helpful_count, my_vote } = review;
  if (!mayVote) {
    return (
      <p className={classes.votes}>
        <span>Helpful to {helpful_count}</span>
        <span>Not helpful to {not_helpful_count}</span>
      </p>
    );
  }
  return (
    <fieldset className={classes.votes}>
      <legend className="visually-hidden">Did “{title}” help you?</legend>
      <button
        type="button"
        aria-pressed={my_vote === 'helpful'}
        disabled={voting.isPending}
        onClick={() => voting.mutate({ id, helpful: true })}
      >
        Helpful ({helpful_count})
      </button>
      <button
        type="button"
        aria-pressed={my_vote === 'not_helpful'}
        disabled={voting.isPending}
        onClick={() => voting.mutate({ id, helpful: false })}
      >
        Not helpful ({not_helpful_count})
      </button>
    </fieldset>
  );
}
