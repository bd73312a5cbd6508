import { loadStripe } from '@stripe/stripe-js/pure/index.js';

/** Loads Stripe's script. Throws a message for the partner if it doesn't load, such as when an extension blocks it. */
export async function openStripe(
  publishableKey: string,
  load: (key: string) => ReturnType<typeof loadStripe> = loadStripe,
) {
  const stripe = await load(publishableKey).catch(() => null);
  if (!stripe) throw new Error('Stripe didn’t load. Please check your connection and try again.');
  return stripe;
}
