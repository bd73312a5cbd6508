import { loadStripe } from '@stripe/stripe-js/pure/index.js';

/** Loads Stripe's script. Throws a message for the partner if it doesn't load, such as when an extension blocks it. */
export async function openStripe(publishableKey: string) {
  const stripe = await loadStripe(publishableKey).catch(() => null);
  if (!stripe) throw new Error('Stripe didn’t load. Please check your connection and try again.');
  return stripe;
}
