/** Stripe's objects in wire format, with the fields that are used. Times are Unix seconds, amounts cents. */
import type { CardName } from './cards.ts';
import type { StripeErrorBody } from './errors.ts';

export type Metadata = { [key: string]: string };
export type Plain = { [field: string]: unknown };

export type Customer = {
  id: string;
  object: 'customer';
  address: Plain | null;
  balance: number;
  created: number;
  currency: string | null;
  default_source: null;
  delinquent: boolean;
  description: string | null;
  email: string | null;
  invoice_settings: {
    custom_fields: null;
    default_payment_method: string | null;
    footer: null;
    rendering_options: null;
  };
  livemode: false;
  metadata: Metadata;
  name: string | null;
  phone: string | null;
  preferred_locales: string[];
  shipping: Plain | null;
  tax_exempt: 'none';
  test_clock: null;
};
export type DeletedCustomer = { id: string; object: 'customer'; deleted: true };

export type BillingDetails = {
  address: { [part in 'city' | 'country' | 'line1' | 'line2' | 'postal_code' | 'state']: string | null };
  email: string | null;
  name: string | null;
  phone: string | null;
  tax_id: null;
};

export type CardDetails = {
  brand: string;
  checks: { address_line1_check: null; address_postal_code_check: null; cvc_check: string | null };
  country: string;
  display_brand: string;
  exp_month: number;
  exp_year: number;
  fingerprint: string;
  funding: string;
  generated_from: null;
  last4: string;
  networks: { available: string[]; preferred: null };
  regulated_status: 'unregulated';
  three_d_secure_usage: { supported: boolean };
  wallet: null;
};

export type PaymentMethod = {
  id: string;
  object: 'payment_method';
  allow_redisplay: 'unspecified';
  billing_details: BillingDetails;
  card: CardDetails;
  created: number;
  customer: string | null;
  customer_account: null;
  livemode: false;
  metadata: Metadata;
  type: 'card';
};

/** Facts about a payment method that the API never shows. `card` is a name in cards.ts, so that no number is stored. */
export type VaultedCard = {
  id: string;
  card: CardName;
  /** True once it was set up for off-session payments (by a SetupIntent or a payment with setup_future_usage). */
  set_up: boolean;
  /** True after it was detached, or used once without a customer: Stripe never accepts it again. */
  spent: boolean;
};

export type NextAction = { type: 'redirect_to_url'; redirect_to_url: { url: string; return_url: string | null } };
export type IntentError = StripeErrorBody & { payment_method?: PaymentMethod };

type Intent = {
  id: string;
  allowed_payment_method_types: string[] | null;
  automatic_payment_methods: { allow_redirects: string; enabled: boolean } | null;
  cancellation_reason: string | null;
  client_secret: string;
  created: number;
  customer: string | null;
  description: string | null;
  livemode: false;
  metadata: Metadata;
  next_action: NextAction | null;
  payment_method: string | null;
  payment_method_options: Plain;
  payment_method_types: string[];
};

export type SetupIntent = Intent & {
  object: 'setup_intent';
  last_setup_error: IntentError | null;
  latest_attempt: null;
  mandate: null;
  single_use_mandate: null;
  status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'succeeded' | 'canceled';
  usage: string;
};

export type PaymentIntent = Intent & {
  object: 'payment_intent';
  amount: number;
  amount_capturable: number;
  amount_received: number;
  canceled_at: number | null;
  capture_method: 'automatic' | 'automatic_async';
  confirmation_method: 'automatic';
  currency: string;
  last_payment_error: IntentError | null;
  latest_charge: string | null;
  processing: null;
  receipt_email: string | null;
  setup_future_usage: string | null;
  shipping: null;
  statement_descriptor: string | null;
  statement_descriptor_suffix: string | null;
  status: SetupIntent['status'];
};

export type Charge = {
  id: string;
  object: 'charge';
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  balance_transaction: null;
  billing_details: BillingDetails;
  captured: boolean;
  created: number;
  currency: string;
  customer: string | null;
  description: string | null;
  disputed: boolean;
  failure_code: string | null;
  failure_message: string | null;
  fraud_details: Plain;
  livemode: false;
  metadata: Metadata;
  outcome: Plain;
  paid: boolean;
  payment_intent: string;
  payment_method: string;
  payment_method_details: { type: 'card'; card: Plain };
  receipt_email: string | null;
  receipt_number: null;
  receipt_url: null;
  refunded: boolean;
  statement_descriptor: string | null;
  statement_descriptor_suffix: string | null;
  status: 'succeeded' | 'failed';
};

export type Refund = {
  id: string;
  object: 'refund';
  amount: number;
  balance_transaction: null;
  charge: string;
  created: number;
  currency: string;
  customer: string | null;
  destination_details: { card: Plain; type: 'card' };
  metadata: Metadata;
  payment_intent: string;
  payment_method: string;
  reason: string | null;
  receipt_number: null;
  status: 'succeeded' | 'failed';
  failure_reason?: string;
};

export type Dispute = {
  id: string;
  object: 'dispute';
  amount: number;
  balance_transactions: [];
  charge: string;
  created: number;
  currency: string;
  enhanced_eligibility_types: [];
  evidence: Plain;
  evidence_details: Plain;
  intended_submission_method: null;
  is_charge_refundable: boolean;
  livemode: false;
  metadata: Metadata;
  payment_intent: string;
  reason: string;
  status:
    | 'needs_response'
    | 'under_review'
    | 'warning_needs_response'
    | 'warning_under_review'
    | 'warning_closed'
    | 'prevented'
    | 'won'
    | 'lost';
};

export type Event = {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: StripeObject; previous_attributes?: Plain };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
};

export type StripeObject =
  | Customer
  | DeletedCustomer
  | PaymentMethod
  | SetupIntent
  | PaymentIntent
  | Charge
  | Refund
  | Dispute;
