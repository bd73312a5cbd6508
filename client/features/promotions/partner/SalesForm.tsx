import { useState } from 'react';
import * as z from 'zod';
import { ApiError } from '#client/api/api-error.ts';
import { saveResults, useRefreshResults } from '#client/api/partner-results.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { CentsField, NumberField } from '#client/ui/app/NumberField.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { Row, Stack } from '#client/ui/Stack.tsx';
import { STORE_NAMES, STORES } from '#shared/business.ts';
import type { Promotion } from '#shared/promotions.ts';
import { KENP_SOURCE } from '#shared/result-figures.ts';
import { PromotionResults, ResultsInput } from '#shared/results.ts';
import { storesOf } from '#shared/stores.ts';
import classes from './SalesPanel.module.css';
import { emptyLine, isSaved, mergeValues, type SalesValues, salesBody, salesValues } from './sales-form.ts';

const schema = z.preprocess((values) => salesBody(values as SalesValues), ResultsInput);

const STORE_OPTIONS = STORES.map((store) => ({ value: store, label: STORE_NAMES[store] }));

type Props = { promotion: Promotion; results: PromotionResults; onClose: () => void };

/**
 * A form for the sales. Each line has a store's total or one day. If sales were saved elsewhere since it was opened, it
 * asks which version to keep.
 */
export function SalesForm({ promotion, results, onClose }: Props) {
  const refresh = useRefreshResults();
  const [base, setBase] = useState(results);
  const [conflict, setConflict] = useState<PromotionResults | null>(null);
  const stores = promotion.book ? storesOf(promotion.book) : [];
  const valuesIn = (version: PromotionResults) => salesValues(version, promotion.book_id, stores);
  const { form, onSubmit, busy } = useApiForm({
    initialValues: valuesIn(results),
    schema,
    submit: async (values) => {
      try {
        return await saveResults(promotion.id, { ...salesBody(values), seen_updated_at: base.updated_at });
      } catch (error) {
        const saved = error instanceof ApiError && error.status === 409 ? conflictingResults(error.body) : null;
        // An earlier save succeeded, but its response was lost.
        if (saved && isSaved(values, valuesIn(saved))) return saved;
        setConflict(saved);
        throw error;
      }
    },
    success: 'Your sales were saved.',
    onSuccess: () => {
      void refresh(promotion.id);
      onClose();
    },
  });
  const continueFrom = (saved: PromotionResults, values: SalesValues) => {
    setBase(saved);
    setConflict(null);
    // `resetDirty` comes first, so that `setValues` compares the values with the saved ones.
    form.resetDirty(valuesIn(saved));
    form.setValues(values);
  };
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
      {conflict && (
        <Alert kind="warning" title="Your sales were changed after you opened this form">
          <Stack gap="s">
            <p>
              “Keep my changes” combines them with the saved sales: check all lines, then save again. “Discard my
              changes” shows the saved sales.
            </p>
            <Row>
              <Button
                onClick={() =>
                  continueFrom(conflict, mergeValues(valuesIn(base), form.getValues(), valuesIn(conflict)))
                }
              >
                Keep my changes
              </Button>
              <Button look="quiet" onClick={() => continueFrom(conflict, valuesIn(conflict))}>
                Discard my changes
              </Button>
            </Row>
          </Stack>
        </Alert>
      )}
      <Row>
        <Button type="submit" busy={busy} disabled={conflict !== null}>
          Save sales
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </Row>
    </form>
  );
}

/** The current results in the body of a 409. */
const conflictingResults = (body: unknown) =>
  PromotionResults.safeParse((body as { results?: unknown } | undefined)?.results).data ?? null;

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
