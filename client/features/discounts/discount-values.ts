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

/** The values as a request body. Required ones that are empty are left out. */
export const bodyOf = (values: DiscountValues) => ({
  ...values,
  value: orMissing(values.value),
  starts_at: fromPacificInput(values.starts_at),
  ends_at: fromPacificInput(values.ends_at),
  usage_limit: orNone(values.usage_limit),
  per_partner_limit: orMissing(values.per_partner_limit),
  min_cost_cents: orNone(values.min_cost_cents),
});

const orNone = (value: number | '') => (value === '' ? null : value);
const orMissing = (value: number | '') => (value === '' ? undefined : value);

/** Checks the form before it is sent, by the server's schema. */
export const DiscountForm = z.preprocess((values) => bodyOf(values as DiscountValues), DiscountInput);

/** The same for an editor, who may not offer every code. */
export const EditorDiscountForm = DiscountForm.superRefine(
  ({ min_cost_cents = null, usage_limit = null, ...terms }, context) =>
    addProblems(context, generousProblems({ ...terms, min_cost_cents, usage_limit })),
);

/** Without 0, O, 1, I and L, which people mix up when they type a code from paper. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;

/** A code of eight characters, each equally likely. `nextByte` gives 0–255. */
export function randomCode(nextByte: () => number): string {
  let code = '';
  while (code.length < CODE_LENGTH) {
    const byte = nextByte();
    // The bytes above the last whole round would make the first characters more likely.
    if (byte < LETTERS.length * Math.floor(256 / LETTERS.length)) code += LETTERS[byte % LETTERS.length];
  }
  return code;
}

export const secureByte = () => crypto.getRandomValues(new Uint8Array(1))[0]!;
