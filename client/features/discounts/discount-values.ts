import * as z from 'zod';
import { fromPacificInput, toPacificInput } from '#client/ui/pacific-input.ts';
import { type Discount, DiscountInput, generousProblems } from '#shared/discounts.ts';
import { addProblems } from '#shared/validation.ts';

/** The form's values: '' means not set; times are Pacific. */
export type DiscountValues = {
  code: string;
  kind: Discount['kind'];
  /** Percent, or US cents. */
  value: number | '';
  starts_at: string;
  ends_at: string;
  usage_limit: number | '';
  per_partner_limit: number | '';
  book_id: number | null;
  partner_id: number | null;
  category_id: number | null;
  first_promotion_only: boolean;
  min_cost_cents: number | '';
  enabled: boolean;
};

export const NEW_DISCOUNT: DiscountValues = {
  code: '',
  kind: 'percent',
  value: '',
  starts_at: '',
  ends_at: '',
  usage_limit: '',
  per_partner_limit: 1,
  book_id: null,
  partner_id: null,
  category_id: null,
  first_promotion_only: false,
  min_cost_cents: '',
  enabled: true,
};

export const valuesOf = (discount: Discount): DiscountValues => ({
  code: discount.code,
  kind: discount.kind,
  value: discount.value,
  starts_at: toPacificInput(discount.starts_at),
  ends_at: toPacificInput(discount.ends_at),
  usage_limit: discount.usage_limit ?? '',
  per_partner_limit: discount.per_partner_limit,
  book_id: discount.book_id,
  partner_id: discount.partner_id,
  category_id: discount.category_id,
  first_promotion_only: discount.first_promotion_only,
  min_cost_cents: discount.min_cost_cents ?? '',
  enabled: discount.enabled,
});

/** The values as a request body. Empty times and limits are null; an empty value or limit per partner is omitted. */
export const bodyOf = (values: DiscountValues) => ({
  ...values,
  value: orUndefined(values.value),
  starts_at: fromPacificInput(values.starts_at),
  ends_at: fromPacificInput(values.ends_at),
  usage_limit: orNull(values.usage_limit),
  per_partner_limit: orUndefined(values.per_partner_limit),
  min_cost_cents: orNull(values.min_cost_cents),
});

const orNull = (value: number | '') => (value === '' ? null : value);
const orUndefined = (value: number | '') => (value === '' ? undefined : value);

/** The server's schema, applied to the form's values. An empty limit per partner is refused. */
export const DiscountForm = z.preprocess((values) => {
  const body = bodyOf(values as DiscountValues);
  // Without the field, the server would use 1 for a new code and change nothing in an existing one.
  return { ...body, per_partner_limit: body.per_partner_limit ?? null };
}, DiscountInput);

/** The schema for editors, who may not offer generous codes. */
export const EditorDiscountForm = DiscountForm.superRefine(
  ({ min_cost_cents = null, usage_limit = null, ...terms }, context) =>
    addProblems(context, generousProblems({ ...terms, min_cost_cents, usage_limit })),
);

/** The characters of generated codes: without 0, O, 1, I, and L, which are easily confused in print. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;

/** A code of eight characters, each equally likely. `nextByte` gives 0–255. */
export function randomCode(nextByte: () => number): string {
  let code = '';
  while (code.length < CODE_LENGTH) {
    const byte = nextByte();
    // Skips bytes at or above the largest multiple of the alphabet's length: they'd favor the first characters.
    if (byte < ALPHABET.length * Math.floor(256 / ALPHABET.length)) code += ALPHABET[byte % ALPHABET.length];
  }
  return code;
}

export const secureByte = () => crypto.getRandomValues(new Uint8Array(1))[0]!;
