/** Stripe's test cards that the sandbox offers, by what they are good for (https://docs.stripe.com/testing). */
export const TEST_CARDS = [
  { payment_method_id: 'pm_card_visa', label: 'Visa 4242', behaviour: 'Every charge succeeds.' },
  { payment_method_id: 'pm_card_mastercard', label: 'Mastercard 4444', behaviour: 'Every charge succeeds.' },
  { payment_method_id: 'pm_card_amex', label: 'American Express 0005', behaviour: 'Every charge succeeds.' },
  {
    payment_method_id: 'pm_card_chargeCustomerFail',
    label: 'Visa 0341',
    behaviour: 'Can be saved; every charge is declined.',
  },
  {
    payment_method_id: 'pm_card_authenticationRequired',
    label: 'Visa 3184',
    behaviour: 'Can be saved; charges ask for the owner, who is not there.',
  },
  { payment_method_id: 'pm_card_chargeDeclined', label: 'Visa 0002', behaviour: 'Is refused when it is saved.' },
  {
    payment_method_id: 'pm_card_chargeDeclinedInsufficientFunds',
    label: 'Visa 9995',
    behaviour: 'Is refused when it is saved: insufficient funds.',
  },
] as const;
