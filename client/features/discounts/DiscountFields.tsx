import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApp } from '#client/api/app.ts';
import { categoriesQuery } from '#client/api/categories.ts';
import { clientFor } from '#client/api/client.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { useIsAdmin } from '#client/session/use-is-admin.ts';
import { CentsField, NumberField } from '#client/ui/app/NumberField.tsx';
import { Picker } from '#client/ui/app/Picker.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Check, Field } from '#client/ui/Field.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { Row } from '#client/ui/Stack.tsx';
import type { AdminRecord } from '#shared/admin.ts';
import { adminApi } from '#shared/api/admin.ts';
import { booksApi } from '#shared/api/books.ts';
import { MAX_PROMO_COST_CENTS } from '#shared/business.ts';
import type { Discount } from '#shared/discounts.ts';
import classes from './DiscountFields.module.css';
import { DiscountForm, type DiscountValues, EditorDiscountForm, randomCode, secureByte } from './discount-values.ts';

type Props = {
  initial: DiscountValues;
  button: string;
  success: string;
  submit: (values: DiscountValues, before: DiscountValues) => Promise<Discount>;
  onSaved: (discount: Discount) => void;
};

/** The form of a discount: its value, dates, limits, and restrictions. */
export function DiscountFields({ initial, button, success, submit, onSaved }: Props) {
  const isAdmin = useIsAdmin();
  const { form, onSubmit, busy } = useApiForm({
    initialValues: initial,
    schema: isAdmin ? DiscountForm : EditorDiscountForm,
    submit,
    success,
    onSuccess: onSaved,
  });
  const { data: categories = [] } = useQuery(categoriesQuery(useApp().api));
  const Value = form.values.kind === 'percent' ? NumberField : CentsField;
  return (
    <form onSubmit={onSubmit} className={classes.form}>
      <div className={classes.code}>
        <Row alignsWithField>
          <Field
            label="Code"
            hint="3 to 40 letters, digits, hyphens, or underscores. Capitalization doesn’t matter."
            maxLength={40}
            {...form.getInputProps('code')}
          />
          <Button look="quiet" onClick={() => form.setFieldValue('code', randomCode(secureByte))}>
            Generate
          </Button>
        </Row>
      </div>
      <SelectField
        label="Type"
        {...form.getInputProps('kind')}
        options={[
          { value: 'percent', label: 'Percent of the cost' },
          { value: 'fixed_cents', label: 'Fixed amount' },
        ]}
      />
      <Value
        key={form.values.kind}
        label={form.values.kind === 'percent' ? 'Value in percent' : 'Value in dollars'}
        {...(isAdmin || form.values.kind !== 'percent' ? {} : { hint: 'At most 50.' })}
        {...form.getInputProps('value')}
      />
      <Field
        type="datetime-local"
        label="Starts"
        hint="Pacific Time. If empty, the code works right away."
        {...form.getInputProps('starts_at')}
      />
      <Field
        type="datetime-local"
        label="Ends"
        hint="Pacific Time. If empty, it never ends."
        {...form.getInputProps('ends_at')}
      />
      <NumberField
        label="Usage limit"
        hint={isAdmin ? 'If empty, there’s no limit.' : 'Required; an administrator can offer a code without a limit.'}
        min={1}
        allowDecimal={false}
        {...form.getInputProps('usage_limit')}
      />
      <NumberField
        label="Uses per partner"
        hint="Uses don’t count if the promotion doesn’t run."
        min={1}
        allowDecimal={false}
        {...form.getInputProps('per_partner_limit')}
      />
      <CentsField
        label="Minimum cost"
        hint={minCostHint(isAdmin || form.values.kind === 'percent')}
        {...form.getInputProps('min_cost_cents')}
      />
      <SelectField
        label="Category"
        {...form.getInputProps('category_id')}
        value={form.values.category_id ?? ''}
        onChange={({ currentTarget: { value } }) => form.setFieldValue('category_id', value ? Number(value) : null)}
        options={[
          { value: '', label: 'All categories' },
          ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <PartnerSelect {...form.getInputProps('partner_id')} />
      <BookSelect partner_id={form.values.partner_id} {...form.getInputProps('book_id')} />
      <div className={classes.wide}>
        <Check
          label="Only for a partner’s first promotion"
          {...form.getInputProps('first_promotion_only', { type: 'checkbox' })}
        />
        <Check label="Enabled" {...form.getInputProps('enabled', { type: 'checkbox' })} />
      </div>
      <div className={classes.wide}>
        <Button type="submit" busy={busy}>
          {button}
        </Button>
      </div>
    </form>
  );
}

const minCostHint = (isOptional: boolean) =>
  `The code doesn’t apply to promotions that cost less. A promotion costs at most $${MAX_PROMO_COST_CENTS / 100}.${
    isOptional ? '' : ' It must be at least twice the amount off.'
  }`;

const admin = clientFor(adminApi, 'user');
const entity = 'partners';
const DEBOUNCE_MS = 250;

type PartnerSelectProps = { value?: number | null; error?: ReactNode; onChange?: (id: number | null) => void };

/** A searchable select of partners, by name, email address, or referral code. */
function PartnerSelect({ value = null, error, onChange }: PartnerSelectProps) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, DEBOUNCE_MS);
  const { data: matches = [] } = useQuery({
    queryKey: ['user', 'partners', 'search', q],
    queryFn: async () => (await admin.list({ entity, query: { q: q.slice(0, 100), per: 20 } })).partners,
  });
  const { data: current } = useQuery({
    queryKey: ['user', 'partners', 'one', value],
    queryFn: async () => (await admin.show({ entity, record: String(value) })).partner as AdminRecord | undefined,
    enabled: value !== null,
  });
  const partners = current && !matches.some(({ id }) => id === current.id) ? [current, ...matches] : matches;
  return (
    <Picker
      label="Limit to partner"
      placeholder="All partners"
      clear="All partners"
      emptyText="No matches"
      isFiltered
      value={value === null ? null : String(value)}
      onChange={(id) => onChange?.(id === null ? null : Number(id))}
      onSearchChange={setTyped}
      data={partners.map(({ id, record_title, uid }) => ({ value: String(id), label: `${record_title}, ${uid}` }))}
      error={error}
    />
  );
}

const userBooks = clientFor(booksApi, 'user');

type BookSelectProps = {
  /** Only this partner's books, or all if the code is for every partner. */
  partner_id: number | null;
  value?: number | null;
  error?: ReactNode;
  onChange?: (id: number | null) => void;
};

/** A searchable select of books, by title, author, or series. */
function BookSelect({ partner_id, value = null, error, onChange }: BookSelectProps) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, DEBOUNCE_MS);
  const { data: matches = [] } = useQuery({
    queryKey: ['user', 'books', 'search', partner_id, q],
    queryFn: async () => (await userBooks.list({ query: { q: q.slice(0, 100), partner_id, per: 20 } })).books,
  });
  const { data: current } = useQuery({
    queryKey: ['user', 'books', 'title', value],
    queryFn: async () => (await userBooks.show({ id: value! })).book,
    enabled: value !== null,
  });
  const books = current && !matches.some(({ id }) => id === current.id) ? [current, ...matches] : matches;
  return (
    <Picker
      label="Limit to book"
      placeholder="All books"
      clear="All books"
      emptyText="No matches"
      isFiltered
      value={value === null ? null : String(value)}
      onChange={(id) => onChange?.(id === null ? null : Number(id))}
      onSearchChange={setTyped}
      data={books.map(({ id, title, author_name }) => ({
        value: String(id),
        label: author_name ? `${title}, ${author_name}` : title,
      }))}
      error={error}
    />
  );
}
