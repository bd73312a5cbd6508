import * as z from 'zod';
import { Id, listQuery, Meta, queryFlag, queryId, recordQuery, searchText } from './params.ts';
import { addProblems } from './validation.ts';

const code = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9_-]{2,39}$/, 'must be 3 to 40 letters, digits, hyphens, or underscores');
const instant = z.iso.datetime({ offset: true, error: 'must be a date and time, such as 2026-11-21T18:00:00Z' });

const fields = {
  code,
  kind: z.enum(['percent', 'fixed_cents']),
  value: z.int().min(1).max(6000),
  starts_at: instant.nullish(),
  ends_at: instant.nullish(),
  usage_limit: z.int().min(1).max(1_000_000).nullish(),
  per_partner_limit: z.int().min(1).max(1000),
  book_id: Id.nullish(),
  partner_id: Id.nullish(),
  category_id: Id.nullish(),
  first_promotion_only: z.boolean(),
  min_cost_cents: z.int().min(0).max(6000).nullish(),
  enabled: z.boolean(),
};

type FieldProblems = { [field: string]: string[] };
type Terms = { kind: string; value: number; starts_at?: Date | string | null; ends_at?: Date | string | null };

/** Rules that involve several fields. A PATCH is checked together with the stored fields. */
export const discountProblems = ({ kind, value, starts_at, ends_at }: Terms): FieldProblems => ({
  ...(kind === 'percent' && value > 100 ? { value: ['must be at most 100 for a percent discount'] } : {}),
  ...(starts_at && ends_at && new Date(ends_at) <= new Date(starts_at) ? { ends_at: ['must be after the start'] } : {}),
});

export const DiscountInput = z
  .strictObject({
    ...fields,
    per_partner_limit: fields.per_partner_limit.default(1),
    first_promotion_only: fields.first_promotion_only.default(false),
    enabled: fields.enabled.default(true),
  })
  .superRefine((input, context) => addProblems(context, discountProblems(input as Terms)));
export type DiscountInput = z.infer<typeof DiscountInput>;
export const DiscountPatch = z.strictObject(fields).partial();
export type DiscountPatch = z.infer<typeof DiscountPatch>;

const Named = z.object({ id: z.int(), name: z.string() });
export const Discount = z.object({
  id: z.int(),
  code: z.string(),
  kind: fields.kind,
  value: z.int(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  usage_limit: z.int().nullable(),
  per_partner_limit: z.int(),
  book_id: z.int().nullable(),
  partner_id: z.int().nullable(),
  category_id: z.int().nullable(),
  first_promotion_only: z.boolean(),
  min_cost_cents: z.int().nullable(),
  enabled: z.boolean(),
  used_count: z.int(),
  created_at: z.string(),
  /** Joined: what the code is limited to, or null. */
  book: z.object({ id: z.int(), title: z.string() }).nullable().optional(),
  category: Named.nullable().optional(),
  partner: Named.nullable().optional(),
});
export type Discount = z.infer<typeof Discount>;
/** The discount of a code and its minimum cost. */
export type DiscountTerms = Pick<Discount, 'kind' | 'value' | 'min_cost_cents'>;

type Grant = DiscountTerms & Pick<Discount, 'usage_limit'>;

/** Errors by field if only an administrator may offer the code; empty if any staff may. */
export const generousProblems = ({ kind, value, min_cost_cents, usage_limit }: Grant): FieldProblems => ({
  ...(kind === 'percent' && value > 50
    ? { value: ['must be at most 50 percent unless an administrator sets it'] }
    : {}),
  // A fixed amount is more than half of any cost below twice the amount.
  ...(kind === 'fixed_cents' && 2 * value > (min_cost_cents ?? 0)
    ? { min_cost_cents: ['must be at least twice the amount off unless an administrator sets it'] }
    : {}),
  ...(usage_limit === null ? { usage_limit: ['is required; only an administrator can leave it empty'] } : {}),
});

/**
 * True if only an administrator may offer the code: it can take off more than half of the cost, or has no usage limit.
 */
export const isGenerous = (grant: Grant) => Object.keys(generousProblems(grant)).length > 0;

export const GENEROUS_NEEDS_ADMIN =
  'Only an administrator can offer a code that takes more than half off or has no usage limit.';

export const DiscountList = z.object({ discounts: z.array(Discount), meta: Meta });
export const DiscountResponse = z.object({ discount: Discount });
const DISCOUNT_JOINS = ['book', 'category', 'partner'] as const;
export const DiscountListQuery = listQuery(
  ['id', 'code', 'created_at', 'used_count'],
  {
    q: searchText().optional(),
    enabled: queryFlag.optional(),
    partner_id: queryId.optional(),
    book_id: queryId.optional(),
  },
  DISCOUNT_JOINS,
);
export const DiscountQuery = recordQuery(DISCOUNT_JOINS);

export const DiscountValidateQuery = z.strictObject({
  book_id: queryId.optional(),
  category_id: queryId.optional(),
  partner_id: queryId.optional(),
});
const ValidDiscount = Discount.pick({ id: true, code: true, kind: true, value: true, min_cost_cents: true });
export const DiscountValidation = z.object({ valid: z.literal(true), discount: ValidDiscount });
