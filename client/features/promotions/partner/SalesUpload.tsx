import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '#client/api/api-error.ts';
import { readReport, saveMapping, useRefreshResults } from '#client/api/partner-results.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { FileButton } from '#client/ui/app/FileButton.tsx';
import { NumberField } from '#client/ui/app/NumberField.tsx';
import { Button } from '#client/ui/Button.tsx';
import { DataTable } from '#client/ui/DataTable.tsx';
import { Check } from '#client/ui/Field.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { Row } from '#client/ui/Stack.tsx';
import { STORE_NAMES, STORES, type Store } from '#shared/business.ts';
import { formatCount } from '#shared/counts.ts';
import { formatDate } from '#shared/long-dates.ts';
import type { Promotion } from '#shared/promotions.ts';
import type { PromotionResults } from '#shared/results.ts';
import {
  MAX_REPORT_BYTES,
  mappingProblem,
  type ReportField,
  type SalesReport,
  type SheetReport,
} from '#shared/sales-report.ts';
import classes from './SalesPanel.module.css';
import { countsText, FIELD_LABELS, lineRows } from './sales-texts.ts';

type Props = { promotion: Promotion; results: PromotionResults; onClose: () => void };
type Terms = { window_days: number | ''; rates: string };
type Upload = { file: File; terms: Terms; save?: boolean };

/** Uploads a sales report. Shows a preview, and saves it on request. */
export function SalesUpload({ promotion, results, onClose }: Props) {
  const refresh = useRefreshResults();
  const [file, setFile] = useState<File | null>(null);
  const [tooLarge, setTooLarge] = useState('');
  const [window_days, setWindowDays] = useState<number | ''>(results.window_days);
  const [rates, setRates] = useState<Record<string, number | ''>>({});
  const terms = { window_days, rates: ratesText(rates) };
  const reading = useMutation({
    mutationFn: ({ file: chosenFile, terms: sentTerms, save = false }: Upload) =>
      readReport(promotion.id, chosenFile, { ...sentTerms, save }),
    meta: { form: (error: unknown) => Boolean(fieldErrors(error).report) },
    onSuccess: async ({ is_saved }) => {
      if (!is_saved) return;
      await refresh(promotion.id);
      onClose();
    },
  });
  const report = reading.data;
  const isPreviewed = JSON.stringify(reading.variables?.terms) === JSON.stringify(terms);
  const currencies = new Set([...Object.keys(rates), ...(report?.unconverted ?? []).map(({ currency }) => currency)]);
  const reportError = tooLarge || (reading.error && fieldErrors(reading.error).report?.[0]);
  const read = (chosenFile = file) => chosenFile && reading.mutate({ file: chosenFile, terms });
  return (
    <div className={classes.form}>
      <p>
        Choose KDP’s report as you downloaded it (.xlsx), or a CSV file from any store, up to 5 MB. You’ll see a preview
        before we save anything.
      </p>
      <div className={classes.terms}>
        <NumberField
          label="Days after the newsletter"
          hint={`Later books in a series count until ${formatDate(results.window.series_to)}.`}
          min={1}
          max={30}
          allowDecimal={false}
          value={window_days}
          onChange={(days) => setWindowDays(days === '' ? '' : Number(days))}
        />
        {[...currencies].map((currency) => (
          <NumberField
            key={currency}
            label={`US dollars for 1 ${currency}`}
            hint={unconvertedText(report?.unconverted.find((one) => one.currency === currency))}
            min={0}
            decimalScale={6}
            value={rates[currency] ?? ''}
            onChange={(rate) => setRates({ ...rates, [currency]: rate === '' ? '' : Number(rate) })}
          />
        ))}
      </div>
      <Row>
        <FileButton
          accept=".xlsx,.csv,.txt,.tsv"
          busy={reading.isPending}
          onPick={(chosenFile) => {
            const isTooLarge = chosenFile.size > MAX_REPORT_BYTES;
            setTooLarge(isTooLarge ? tooLargeText(chosenFile) : '');
            setFile(isTooLarge ? null : chosenFile);
            if (isTooLarge) reading.reset();
            else read(chosenFile);
          }}
        >
          {file ? 'Choose another file' : 'Choose a file'}
        </FileButton>
        {file && (
          <Button look="quiet" busy={reading.isPending} onClick={() => read()}>
            Read {file.name} again
          </Button>
        )}
      </Row>
      {reportError && <Alert kind="error">{reportError}</Alert>}
      {report && !report.is_saved && (
        <>
          {report.sheets.map((sheet) => (
            <Sheet key={JSON.stringify([sheet.name, sheet.header])} sheet={sheet} onMapped={() => read()} />
          ))}
          <ReportPreview report={report} results={results} promotion={promotion} />
        </>
      )}
      <Row>
        {file && report && report.lines.length > 0 && (
          <Button
            busy={reading.isPending}
            disabled={!isPreviewed}
            onClick={() => reading.mutate({ file, terms, save: true })}
          >
            Save these sales
          </Button>
        )}
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </Row>
    </div>
  );
}

const tooLargeText = ({ name }: File) =>
  `${name} is larger than 5 MB. Download the report for a shorter date range, such as the week after the newsletter, and choose that file.`;

const unconvertedText = (remainder: SalesReport['unconverted'][number] | undefined) =>
  remainder
    ? `${remainder.amount} ${remainder.currency} in ${formatCount(remainder.rows, 'row')} left out because there’s no rate. Enter the rate, then read the file again.`
    : 'Converted at this rate.';

const ratesText = (rates: Record<string, number | ''>) =>
  Object.entries(rates)
    .filter(([, rate]) => rate !== '')
    .map(([currency, rate]) => `${currency}:${rate}`)
    .join(',');

function ReportPreview({ report, results, promotion }: { report: SalesReport } & Omit<Props, 'onClose'>) {
  const { sheets, problems, counts, lines, ignored_sheets, replaced } = report;
  return (
    <>
      <p role="status">
        {sheets.some(({ problem }) => problem) ? 'Choose the columns above first.' : countsText(counts)}
      </p>
      {ignored_sheets.length > 0 && (
        <p>Not read, because other sheets have the same sales: {ignored_sheets.join(', ')}.</p>
      )}
      {problems.length > 0 && (
        <Alert kind="warning" title="Rows we can’t read">
          <ul className={classes.problems}>
            {problems.map(({ sheet, row, column, message }) => (
              <li key={`${sheet} ${row}`}>
                {sheet}, row {row}: {column} {message}
              </li>
            ))}
          </ul>
          {counts.bad > problems.length && <p>And {counts.bad - problems.length} more.</p>}
        </Alert>
      )}
      {lines.length > 0 && (
        <DataTable
          caption="Sales in this file"
          head={['Book', 'Store', 'Days', 'Copies', 'KENP read', 'Royalties']}
          rows={lineRows(lines, titlesOf(promotion, results))}
        />
      )}
      {replaced.length > 0 && (
        <DataTable
          caption="Saved sales that will be replaced"
          head={['Book', 'Store', 'Days', 'Copies', 'KENP read', 'Royalties']}
          rows={lineRows(replaced, titlesOf(promotion, results))}
        />
      )}
    </>
  );
}

const titlesOf = ({ book_id, book }: Promotion, { series }: PromotionResults) =>
  new Map([[book_id, book?.title ?? 'This book'], ...series.map((one): [number, string] => [one.book_id, one.title])]);

const IGNORED = { value: '', label: 'Ignore' };
const FIELD_OPTIONS = [IGNORED, ...Object.entries(FIELD_LABELS).map(([value, label]) => ({ value, label }))];
const STORE_OPTIONS = [
  { value: '', label: 'In a column' },
  ...STORES.map((store) => ({ value: store, label: STORE_NAMES[store] })),
];

/** A form to assign a sheet's columns, open only if a column is missing. */
function Sheet({ sheet, onMapped }: { sheet: SheetReport; onMapped: () => void }) {
  const [columns, setColumns] = useState(sheet.columns);
  const [store, setStore] = useState(sheet.store);
  const [day_first, setDayFirst] = useState(sheet.day_first);
  const mapping = { columns, store, day_first };
  const problem = mappingProblem(columns, store);
  const saving = useMutation({
    mutationFn: () => saveMapping({ header: sheet.header, mapping }),
    meta: { success: 'We’ll remember these columns.' },
    onSuccess: onMapped,
  });
  return (
    <details open={sheet.problem !== null}>
      <summary className={classes.summary}>
        Columns of {sheet.name} ({sheet.rows === 1 ? '1 row' : `${sheet.rows.toLocaleString('en-US')} rows`})
      </summary>
      <div className={classes.form}>
        <div className={classes.line}>
          {sheet.header.map((heading, index) => (
            <SelectField
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never change their order
              key={index}
              label={heading || `Column ${index + 1}`}
              hint={sheet.sample.map((row) => row[index]).find(Boolean)}
              options={FIELD_OPTIONS}
              value={columns[index] ?? ''}
              onChange={({ currentTarget: { value } }) =>
                setColumns(columns.map((field, at) => (at === index ? (value as ReportField) || null : field)))
              }
            />
          ))}
        </div>
        <SelectField
          label="Store"
          options={STORE_OPTIONS}
          value={store ?? ''}
          onChange={({ currentTarget: { value } }) => setStore((value as Store) || null)}
        />
        <Check
          label="Dates such as 3/4/2026 begin with the day"
          checked={day_first}
          onChange={({ currentTarget: { checked } }) => setDayFirst(checked)}
        />
        {problem && <Alert kind="warning">{problem}</Alert>}
        <div>
          <Button look="quiet" busy={saving.isPending} disabled={problem !== null} onClick={() => saving.mutate()}>
            Use these columns
          </Button>
        </div>
      </div>
    </details>
  );
}
