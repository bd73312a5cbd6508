import { expect, it } from 'vitest';
import { openStripe } from './open-stripe.ts';

it('says in our words that a blocked script didn’t load', async () => {
  const load = () => Promise.reject(new Error('Failed to load Stripe.js'));
  await expect(openStripe('pk_test', load)).rejects.toThrow(
    'Stripe didn’t load. Please check your connection and try again.',
  );
});
