import * as z from 'zod';
import { saveResults, useRefreshResults } from '#client/api/partner-results.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { CentsField, NumberField } from '#client/ui/app/NumberField.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { Row } from '#client/ui/Stack.tsx';
import { STORE_NAMES, STORES } from '#shared/business.ts';
import type { Promotion } from '#shared/promotions.ts';
import { KENP_SOURCE } from '#shared/result-figures.ts';
import { type PromotionResults, ResultsInput } from '#shared/results.ts';
import { storesOf } from '#shared/stores.ts';
import classes from './SalesPanel.module.css';
import { emptyLine, type SalesValues, salesBody, salesValues } from './sales-form.ts';

const schema = z.preprocess((values) => salesBody(values as SalesValues), ResultsInput);

const STORE_OPTIONS = STORES.map((store) => ({ value: store, label: STORE_NAMES[store] }));

type Props = { promotion: Promotion; results: PromotionResults; onClose: () => void };

/** A form for the sales. Each line has a store's total or one day. */
export function SalesForm({ promotion, results, onClose }: Props) {
  const refresh = useRefreshResults();
  const stores = promotion.book ? storesOf(promotion.book) : [];
  const { form, onSubmit, busy } = useApiForm({
    initialValues: salesValues(results, promotion.book_id, stores),
    schema,
    submit: (values) => saveResults(promotion.id, salesBody(values)),
    success: 'Your sales were saved.',
    onSuccess: () => {
      void refresh(promotion.id);
      onClose();
    },
  });
  const { lines } = form.getValues();
  const books = [
    { value: String(promotion.book_id), label: promotion.book?.title ?? 'This book' },
    ...results.series.map(({ book_id, title }) => ({ value: String(book_id), label: title })),
  ];
  return (
    <form onSubmit={onSubmit} noValidate className={classes.form}>
      <p>
        Enter a store’s total, or a line for each day. Royalties are in US dollars: convert other currencies first.
        Leave out what you don’t know.
      </p>
      {lines.map((_line, index) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id
          key={index}
          form={form}
          index={index}
          books={books}
          window={results.window}
        />
      ))}
      <div>
        <Button look="quiet" onClick={() => form.insertListItem('lines', emptyLine(promotion.book_id))}>
          Add a line
        </Button>
      </div>
      {form.errors.sales && <Alert kind="error">{form.errors.sales}</Alert>}
      <div className={classes.terms}>
        <NumberField
          label="Days after the newsletter"
          hint="We count sales from the newsletter date through this many days after it."
          min={1}
          max={30}
          allowDecimal={false}
          {...form.getInputProps('window_days')}
        />
        <NumberField
          label="Copies you usually sell per day"
          hint="Optional. We’ll count only the copies above this number."
          min={0}
          decimalScale={2}
          {...form.getInputProps('baseline_per_day')}
        />
        <NumberField
          label="Rate per KENP read"
          hint={
            <>
              $0.00455 is the US average from July 2015 to November 2024 (
              <a href={KENP_SOURCE.url} rel="nofollow noopener">
                {KENP_SOURCE.name}
              </a>
              , {KENP_SOURCE.month}
              ).
            </>
          }
          prefix="$"
          min={0}
          decimalScale={6}
          {...form.getInputProps('kenp_dollars')}
        />
      </div>
      <Row>
        <Button type="submit" busy={busy}>
          Save sales
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </Row>
    </form>
  );
}

type LineProps = {
  form: ReturnType<typeof useApiForm<SalesValues, PromotionResults>>['form'];
  index: number;
  books: readonly { value: string; label: string }[];
  window: PromotionResults['window'];
};

function Line({ form, index, books, window }: LineProps) {
  const { store, book_id } = form.getValues().lines[index]!;
  const path = `lines.${index}`;
  const isPromoted = book_id === books[0]!.value;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid with aligned fields in every browser
    <div className={classes.line} role="group" aria-label={`Line ${index + 1}, ${STORE_NAMES[store]}`}>
      {books.length > 1 && <SelectField label="Book" options={books} {...form.getInputProps(`${path}.book_id`)} />}
      <SelectField label="Store" options={STORE_OPTIONS} {...form.getInputProps(`${path}.store`)} />
      <Field
        type="date"
        label="Day, or total if empty"
        min={window.from}
        max={isPromoted ? window.to : window.series_to}
        {...form.getInputProps(`${path}.sold_on`)}
      />
      <NumberField label="Copies" allowDecimal={false} {...form.getInputProps(`${path}.copies`)} />
      {store === 'amazon' && (
        <NumberField label="KENP read" min={0} allowDecimal={false} {...form.getInputProps(`${path}.pages`)} />
      )}
      <CentsField label="Royalties" allowNegative {...form.getInputProps(`${path}.royalty_cents`)} />
      <Button look="quiet" aria-label={`Remove line ${index + 1}`} onClick={() => form.removeListItem('lines', index)}>
        Remove
      </Button>
    </div>
  );
}
