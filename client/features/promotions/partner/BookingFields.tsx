import { useQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { type CategoryGroup, superCategoriesQuery } from '#client/api/categories.ts';
import { GroupedSelect, type OptionGroup } from '#client/ui/app/GroupedSelect.tsx';
import { CentsField } from '#client/ui/app/NumberField.tsx';
import { Button } from '#client/ui/Button.tsx';
import { TextField } from '#client/ui/Field.tsx';
import type { Book } from '#shared/books.ts';
import { formatDealPrice } from '#shared/money.ts';
import { isDiscountEnough } from '#shared/submission-rules.ts';
import classes from './BookingFields.module.css';
import type { BookingForm } from './booking-form.ts';

/** A select of the promotion's category, with the book's own categories first. */
export function CategoryField({ form, book }: { form: BookingForm; book: Book | undefined }) {
  const groups = useQuery(superCategoriesQuery(useApp().api));
  return (
    <GroupedSelect
      label="Category"
      hint="Readers who chose this category will get your deal."
      required
      options={[{ value: '', label: 'Choose one' }, ...categoryChoices(groups.data ?? [], book)]}
      {...form.getInputProps('category_id')}
    />
  );
}

const USUAL_PRICES = [0, 99, 199, 299];

/** The usual deal prices that the rules allow at this current price. */
export const pricesToOffer = (current_cents: number | '') =>
  USUAL_PRICES.filter((cents) => current_cents === '' || isDiscountEnough(cents, current_cents));

export function PriceFields({ form }: { form: BookingForm }) {
  const { current_price_cents, sale_price_cents } = form.getValues();
  return (
    <>
      <div className={classes.prices}>
        <CentsField
          label="Current price"
          hint="What the book costs today"
          required
          {...form.getInputProps('current_price_cents')}
        />
        <CentsField
          label="Deal price"
          hint="Free, or at most $4.99"
          required
          {...form.getInputProps('sale_price_cents')}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as part of a form */}
      <div className={classes.quick} role="group" aria-label="Common deal prices">
        {pricesToOffer(current_price_cents).map((cents) => (
          <Button
            key={cents}
            look="quiet"
            aria-pressed={sale_price_cents === cents}
            onClick={() => form.setFieldValue('sale_price_cents', cents)}
          >
            {formatDealPrice(cents)}
          </Button>
        ))}
        <span role="status">{savingText(current_price_cents, sale_price_cents)}</span>
      </div>
    </>
  );
}

const MAX_BLURB_LENGTH = 300;

export const NoteFields = ({ form }: { form: BookingForm }) => (
  <>
    <TextField
      label="Custom blurb for this newsletter"
      hint={`Leave empty to use your book’s blurb. ${MAX_BLURB_LENGTH - form.getValues().blurb_override.length} characters left.`}
      maxLength={MAX_BLURB_LENGTH}
      rows={2}
      {...form.getInputProps('blurb_override')}
    />
    <TextField
      label="A note to our editors"
      hint="Readers don’t see it."
      maxLength={1000}
      rows={2}
      {...form.getInputProps('partner_note')}
    />
  </>
);

/** The book's own categories, then the others by group. */
export function categoryChoices(
  groups: readonly CategoryGroup[],
  book: Pick<Book, 'category_id' | 'secondary_category_id'> | undefined,
): OptionGroup[] {
  const ownIds = [...new Set([book?.category_id, book?.secondary_category_id])];
  const all = groups.flatMap(({ categories }) => categories);
  const first = ownIds.flatMap((id) => all.filter((category) => category.id === id)).map(optionOf);
  const others = groups.map(({ name, categories }) => ({
    group: name,
    items: categories.filter(({ id }) => !ownIds.includes(id)).map(optionOf),
  }));
  return [{ group: 'Your book’s categories', items: first }, ...others].filter(({ items }) => items.length > 0);
}

const optionOf = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name });

/** '75% off', rounded down; '' if a price is missing, nothing is saved, or the deal is free. */
export function savingText(current_cents: number | '', sale_cents: number | '') {
  if (current_cents === '' || !sale_cents || current_cents <= sale_cents) return '';
  return `${Math.floor((100 * (current_cents - sale_cents)) / current_cents)}% off`;
}
