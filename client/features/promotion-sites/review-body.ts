import type { ReviewBody } from './partner-api.ts';

/** What the form says, as the API takes it. What is no number is sent as it is, for the server to name the field. */
export function reviewBodyOf(values: FormData): ReviewBody {
  const text = (name: string) => String(values.get(name) ?? '').trim();
  const cost = text('cost_cents');
  const copies = text('copies');
  return {
    rating: Number(text('rating')),
    title: text('title'),
    body: text('body'),
    promo_date: text('promo_date') || null,
    cost_cents: cost === '' ? null : Math.round(Number(cost) * 100),
    copies: copies === '' ? null : Number(copies),
  };
}
