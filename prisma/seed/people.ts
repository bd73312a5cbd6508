/** Staff and partners. Each partner has a customer and a card at Stripe, usually the fake. */
import type Stripe from 'stripe';
import { hashPassword } from '#server/auth/passwords.ts';
import type { Random } from '#server/platform/random.ts';
import { WELCOME_CREDIT_CENTS } from '#shared/referrals.ts';
import type { Rows } from './rows.ts';
import type { SeedTime } from './seed-time.ts';

export const DEMO_PARTNER = { email: 'partner@deckle.test', password: 'deckle-demo-partner' };
const DEMO_STAFF = { email: 'staff@deckle.test', password: 'deckle-demo-staff' };

type Card = { id: number; payment_method_id: string; last4: string };
export type SeedPartner = {
  id: number;
  name: string;
  customer_id: string;
  /** The valid card. It's the default one, unless there is a `declining_card`. */
  card: Card;
  /** A card whose charges are declined; only the partner with debts has one, as the default card. */
  declining_card: Card | null;
  /** Welcome credit that an invoice may still use. */
  credit_cents: number;
};
export type Staff = { admin: number; editor: number };

type Profile = { name: string; mailbox: string; type: 'author' | 'publisher'; country: string; referrer?: number };

const DEMO_PROFILE: Profile = { name: 'Rosalind Hartwell', mailbox: '', type: 'publisher', country: 'CA' };
/** `referrer` is an index in the list of all partners; 0 is the demo partner. */
const PROFILES: readonly Profile[] = [
  { name: 'Lantern Street Books', mailbox: 'lantern-street', type: 'publisher', country: 'US' },
  { name: 'Imogen Farrow', mailbox: 'imogen.farrow', type: 'author', country: 'GB' },
  { name: 'Saltmarsh Press', mailbox: 'saltmarsh', type: 'publisher', country: 'GB' },
  { name: 'Dominic Achterberg', mailbox: 'd.achterberg', type: 'author', country: 'NL' },
  { name: 'Quillon & Daughters', mailbox: 'quillon', type: 'publisher', country: 'US' },
  { name: 'Marisol Vega', mailbox: 'marisol.vega', type: 'author', country: 'US' },
  { name: 'Fernhollow Editions', mailbox: 'fernhollow', type: 'publisher', country: 'CA' },
  { name: 'Tobias Rennick', mailbox: 'tobias.rennick', type: 'author', country: 'AU' },
  { name: 'Ninth Wave Classics', mailbox: 'ninth-wave', type: 'publisher', country: 'IE' },
  { name: 'Hedda Lindqvist', mailbox: 'hedda.lindqvist', type: 'author', country: 'SE' },
  { name: 'Copperplate House', mailbox: 'copperplate', type: 'publisher', country: 'US' },
  { name: 'Jonah Wexley', mailbox: 'jonah.wexley', type: 'author', country: 'US' },
  { name: 'Marginalia Press', mailbox: 'marginalia', type: 'publisher', country: 'CA' },
  { name: 'Amara Okonjo', mailbox: 'amara.okonjo', type: 'author', country: 'NG' },
  { name: 'Tallow & Twine', mailbox: 'tallow-twine', type: 'publisher', country: 'GB' },
  { name: 'Pascal Thibodeau', mailbox: 'p.thibodeau', type: 'author', country: 'CA', referrer: 0 },
  { name: 'Millrace Library', mailbox: 'millrace', type: 'publisher', country: 'US', referrer: 0 },
  { name: 'Greta Holloway', mailbox: 'greta.holloway', type: 'author', country: 'US', referrer: 0 },
  { name: 'Starling Row', mailbox: 'starling-row', type: 'publisher', country: 'NZ', referrer: 3 },
  { name: 'Kenji Morrow', mailbox: 'kenji.morrow', type: 'author', country: 'US', referrer: 3 },
  { name: 'Vellum Bridge', mailbox: 'vellum-bridge', type: 'publisher', country: 'US' },
  { name: 'Beatrix Oyelaran', mailbox: 'b.oyelaran', type: 'author', country: 'GB' },
  { name: 'Old Orchard Reprints', mailbox: 'old-orchard', type: 'publisher', country: 'US' },
  { name: 'Silas Penhaligon', mailbox: 'silas.penhaligon', type: 'author', country: 'GB' },
  { name: 'Harbor Light Classics', mailbox: 'harbor-light', type: 'publisher', country: 'CA' },
];
/**
 * Index in the list of all partners. Lantern Street Books has the open and the failed invoice, because a partner with
 * unpaid invoices can't book, and the demo partner must be able to.
 */
export const INDEBTED_PARTNER_INDEX = 1;

export async function addStaff({ rows, time }: { rows: Rows; time: SeedTime }): Promise<Staff> {
  const encrypted_password = await hashPassword(DEMO_STAFF.password);
  const created_at = time.ago(24 * 420);
  const add = (uid: string, name: string, role: 'admin' | 'editor') =>
    rows.add('users', { uid, name, role, encrypted_password, created_at }).id;
  return {
    admin: add(DEMO_STAFF.email, 'Nora Whitlock', 'admin'),
    editor: add('editor@deckle.test', 'Theo Marchetti', 'editor'),
  };
}

/** Adds the demo partner first, then the others. */
export async function addPartners(context: { rows: Rows; time: SeedTime; random: Random; stripe: Stripe }) {
  const { rows, stripe } = context;
  const encrypted_password = await hashPassword(DEMO_PARTNER.password);
  const ids = [DEMO_PROFILE, ...PROFILES].map(() => rows.nextId('partners'));
  const partners = [DEMO_PROFILE, ...PROFILES].map((profile, index) => {
    const isDemo = index === 0;
    const uid = isDemo ? DEMO_PARTNER.email : `${profile.mailbox}@example.test`;
    const created_at = context.time.ago(24 * (isDemo ? 210 : context.random.between(150, 350)));
    return {
      id: ids[index]!,
      uid,
      name: profile.name,
      encrypted_password,
      partner_type: profile.type,
      website: isDemo ? 'https://hartwell-press.example.com' : null,
      country: profile.country,
      subscribe_me: context.random.chance(0.6),
      referral_code: isDemo ? 'hartwell' : `${profile.mailbox.replace(/\W/g, '').slice(0, 8)}${index}`,
      referrer_id: profile.referrer === undefined ? null : ids[profile.referrer]!,
      utm_source: context.random.chance(0.3) ? context.random.pick(['newsletter', 'podcast', 'forum', 'search']) : null,
      last_sign_in_at: context.time.ago(context.random.between(3, 700)),
      created_at,
    };
  });
  const customers = await Promise.all(
    partners.map((partner, index) => createCustomerWithCards(stripe, partner, index === INDEBTED_PARTNER_INDEX)),
  );
  return partners.map((partner, index): SeedPartner => {
    const { customer_id, methods } = customers[index]!;
    rows.add('partners', { ...partner, stripe_customer_id: customer_id, credit_cents: 0 });
    const [card, declining_card] = methods.map((method, methodIndex) =>
      // The default card of the partner with debts is marked as invalid, so that the sweeps can't charge the demo's
      // unpaid invoices.
      addCard(rows, partner, method, {
        is_default: methodIndex === methods.length - 1,
        is_card_valid: methodIndex === 0,
      }),
    );
    const credit_cents = partner.referrer_id ? WELCOME_CREDIT_CENTS : 0;
    return {
      id: partner.id,
      name: partner.name,
      customer_id,
      card: card!,
      declining_card: declining_card ?? null,
      credit_cents,
    };
  });
}

/**
 * Creates the customer and cards at Stripe. The partner with debts also gets the test card that can be attached but not
 * charged.
 */
async function createCustomerWithCards(
  stripe: Stripe,
  { id, uid, name }: { id: number; uid: string; name: string },
  hasDebts: boolean,
) {
  const customer = await stripe.customers.create(
    { email: uid, name, metadata: { partner_id: String(id) } },
    { idempotencyKey: `customer:${id}` },
  );
  const tokens = hasDebts ? ['pm_card_visa', 'pm_card_chargeCustomerFail'] : ['pm_card_visa'];
  const attach = (token: string) =>
    stripe.paymentMethods.attach(token, { customer: customer.id }, { idempotencyKey: `demo-card:${id}:${token}` });
  return { customer_id: customer.id, methods: await Promise.all(tokens.map(attach)) };
}

function addCard(
  rows: Rows,
  partner: { id: number; created_at: Date },
  method: Stripe.PaymentMethod,
  { is_default, is_card_valid }: { is_default: boolean; is_card_valid: boolean },
): Card {
  const { brand, last4, exp_month, exp_year, fingerprint } = method.card!;
  const { id } = rows.add('credit_cards', {
    partner_id: partner.id,
    payment_method_id: method.id,
    fingerprint: fingerprint ?? null,
    brand,
    last4,
    exp_month,
    exp_year,
    is_default,
    is_card_valid,
    created_at: partner.created_at,
  });
  return { id, payment_method_id: method.id, last4 };
}
