import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '#client/api/api-error.ts';
import { UnsavedFields } from '#client/api/UnsavedFields.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Choices, Field, TextField } from '#client/ui/Field.tsx';
import { Form } from '#client/ui/Form.tsx';
import type { PromotionSite, PromotionSiteReview } from '#shared/promotion-sites.ts';
import { partnerReviewsKey, type ReviewBody, saveReview } from './partner-api.ts';
import { numberErrors, numberOf } from './review-numbers.ts';

type Props = { site: PromotionSite; review: PromotionSiteReview | null; onClose: () => void };

const RATINGS = ['1', '2', '3', '4', '5'].map((value) => ({ value, label: value }));

/** The form of a partner's review, new or existing. */
export function ReviewForm({ site, review, onClose }: Props) {
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (body: ReviewBody) => saveReview(site.id, review, body),
    onSuccess: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['promotion site reviews', site.id] }),
        queryClient.invalidateQueries({ queryKey: partnerReviewsKey(site.id) }),
        queryClient.invalidateQueries({ queryKey: ['promotion site', site.id] }),
      ]);
      onClose();
    },
    meta: { form: true, success: review ? 'Your review was updated.' : 'Thank you for your review.' },
  });
  const [mistakes, setMistakes] = useState<ReturnType<typeof numberErrors>>(null);
  const onSubmit = (values: FormData) => {
    const errors = numberErrors(values);
    setMistakes(errors);
    if (!errors) save.mutate(reviewBodyOf(values));
  };
  return (
    <Form label="Your review" busy={save.isPending} errors={mistakes ?? fieldErrors(save.error)} onSubmit={onSubmit}>
      <UnsavedFields />
      <Choices
        name="rating"
        label="Rating"
        type="radio"
        hint="5 is best"
        options={RATINGS}
        chosen={review ? [String(review.rating)] : []}
      />
      <Field name="title" label="Title" maxLength={120} defaultValue={review?.title} />
      <TextField
        name="body"
        label="Review"
        maxLength={4000}
        defaultValue={review?.body}
        hint="At least 20 characters"
      />
      <Field name="promo_date" label="Date of your promotion" type="date" defaultValue={review?.promo_date ?? ''} />
      <Field
        name="cost_cents"
        label="Cost in US dollars"
        inputMode="decimal"
        defaultValue={review?.cost_cents == null ? '' : (review.cost_cents / 100).toFixed(2)}
      />
      <Field name="copies" label="Copies sold or downloaded" inputMode="numeric" defaultValue={review?.copies ?? ''} />
      <div>
        <Button type="submit" busy={save.isPending}>
          {review ? 'Save review' : 'Publish review'}
        </Button>{' '}
        <Button type="button" look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

/**
 * The form's values as a request body, once its numbers are valid. A missing rating becomes 0, so that the
 * server's error names the field.
 */
function reviewBodyOf(values: FormData): ReviewBody {
  const text = (name: string) => String(values.get(name) ?? '').trim();
  const cost = numberOf(text('cost_cents'));
  return {
    rating: Number(text('rating')),
    title: text('title'),
    body: text('body'),
    promo_date: text('promo_date') || null,
    cost_cents: cost && Math.round(cost * 100),
    copies: numberOf(text('copies')),
  };
}
