import { expect, it, vi } from 'vitest';
import { confirmWithBank } from './StripeConfirmButton.tsx';

vi.mock('@stripe/stripe-js/pure/index.js', () => ({
  loadStripe: () => Promise.reject(new Error('Failed to load Stripe.js')),
}));

it('says in our words that a blocked script didn’t load', async () => {
  const payment = { client_secret: 's', payment_method_id: 'pm' };
  await expect(confirmWithBank('pk_test', payment)).rejects.toThrow(
    'Stripe didn’t load. Please check your connection and try again.',
  );
});
