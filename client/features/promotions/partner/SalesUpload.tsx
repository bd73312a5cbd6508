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
import { formatDate } from '#shared/long-dates.ts';
import type { Promotion } from '#shared/promotions.ts';
import { MAX_WINDOW_DAYS } from '#shared/result-figures.ts';
import type { PromotionResults } from '#shared/results.ts';
import {
  MAX_REPORT_BYTES,
  mappingProblem,
  type ReportField,
  type SalesMapping,
  type SalesReport,
  type SheetReport,
} from '#shared/sales-report.ts';
import classes from './SalesPanel.module.css';
import { countsText, FIELD_LABELS, lineRows, rateHint, ratesText, unconvertedText } from './sales-texts.ts';

type Props = { promotion: Promotion; results: PromotionResults; onClose: () => void };
type Options = { window_days: number | ''; rates: string };
type Upload = { file: File; options: Options; save?: boolean };

/** Uploads a sales report, previews its sales, and saves them on request. */
export function SalesUpload({ promotion, results, onClose }: Props) {
  const refresh = useRefreshResults();
  const [file, setFile] = useState<File | null>(null);
  const [tooLargeError, setTooLargeError] = useState('');
  const [window_days, setWindowDays] = useState<number | ''>(results.window_days);
  const [rates, setRates] = useState<Record<string, number | ''>>({});
  const [preview, setPreview] = useState<{ report: SalesReport; options: Options } | null>(null);
  /** Changed columns, by heading row: sheets with the same one share their columns. */
  const [mappings, setMappings] = useState<Record<string, SalesMapping>>({});
  const options = { window_days, rates: ratesText(rates) };
  const upload = useMutation({
    mutationFn: (sent: Upload) => readReport(promotion.id, sent.file, { ...sent.options, save: sent.save ?? false }),
    meta: { form: (error: unknown) => Boolean(fieldErrors(error).report) },
    onSuccess: async (report, sent) => {
      if (!report.is_saved) return setPreview({ report, options: sent.options });
      await refresh(promotion.id);
      onClose();
    },
  });
  const report = preview?.report;
  const isCurrent = JSON.stringify(preview?.options) === JSON.stringify(options);
  const mappingFor = (sheet: SheetReport) => mappingOf(mappings[headingsOf(sheet)] ?? sheet);
  const hasUnsavedColumns = report?.sheets.some(
    (sheet) => JSON.stringify(mappingFor(sheet)) !== JSON.stringify(mappingOf(sheet)),
  );
  const currencies = new Set([...Object.keys(rates), ...(report?.unconverted ?? []).map(({ currency }) => currency)]);
  const reportError = tooLargeError || (upload.error && fieldErrors(upload.error).report?.[0]);
  const read = (chosenFile = file, sent = options) => chosenFile && upload.mutate({ file: chosenFile, options: sent });
  return (
    <div className={classes.form}>
      <p>
        Choose your KDP report (.xlsx), exactly as downloaded, or a CSV file from any store, up to 5 MB. You’ll see a
        preview before we save anything.
      </p>
      <div className={classes.terms}>
        <NumberField
          label="Days after the newsletter"
          hint={`We count sales from the newsletter’s date on. Later books in the series always count until ${formatDate(results.window.series_to)}.`}
          min={1}
          max={MAX_WINDOW_DAYS}
          allowDecimal={false}
          value={window_days}
          onChange={(days) => setWindowDays(days === '' ? '' : Number(days))}
        />
        {[...currencies].map((currency) => (
          <NumberField
            key={currency}
            label={`US dollars for 1 ${currency}`}
            hint={rateHint(report?.unconverted.find((entry) => entry.currency === currency))}
            min={0}
            allowNegative={false}
            decimalScale={6}
            value={rates[currency] ?? ''}
            onChange={(rate) => setRates({ ...rates, [currency]: rate === '' ? '' : Number(rate) })}
          />
        ))}
      </div>
      <Row>
        <FileButton
          accept=".xlsx,.csv,.txt,.tsv"
          busy={upload.isPending}
          onPick={(chosenFile) => {
            const isTooLarge = chosenFile.size > MAX_REPORT_BYTES;
            setTooLargeError(isTooLarge ? tooLargeText(chosenFile) : '');
            setFile(isTooLarge ? null : chosenFile);
            setPreview(null);
            setMappings({});
            setRates({});
            if (isTooLarge) upload.reset();
            else read(chosenFile, { ...options, rates: '' });
          }}
        >
          {file ? 'Choose another file' : 'Choose a file'}
        </FileButton>
        {file && (
          <Button look="quiet" busy={upload.isPending} onClick={() => read()}>
            Update preview
          </Button>
        )}
      </Row>
      {reportError && <Alert kind="error">{reportError}</Alert>}
      {report && (
        <>
          {report.sheets.map((sheet) => (
            <Sheet
              key={keyOf(sheet)}
              sheet={sheet}
              mapping={mappingFor(sheet)}
              onChange={(mapping) => setMappings({ ...mappings, [headingsOf(sheet)]: mapping })}
              onMapped={() => read()}
            />
          ))}
          <ReportPreview report={report} results={results} promotion={promotion} />
        </>
      )}
      {report && report.lines.length > 0 && report.unconverted.length > 0 && (
        <Alert kind="warning">{unconvertedText(report.unconverted)}</Alert>
      )}
      {report && report.lines.length > 0 && hasUnsavedColumns && (
        <Alert kind="warning">You’ve changed the columns. Click “Save columns” before you save these sales.</Alert>
      )}
      <Row>
        {file && report && report.lines.length > 0 && (
          <Button
            busy={upload.isPending}
            disabled={!isCurrent || hasUnsavedColumns}
            onClick={() => upload.mutate({ file, options, save: true })}
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

const keyOf = ({ name, header }: SheetReport) => JSON.stringify([name, header]);

const headingsOf = ({ header }: SheetReport) => JSON.stringify(header);

const mappingOf = ({ columns, store, day_first }: SalesMapping): SalesMapping => ({ columns, store, day_first });

const tooLargeText = ({ name }: File) =>
  `${name} is larger than 5 MB. Download the report for a shorter date range, such as the week after the newsletter, and choose that file.`;

function ReportPreview({ report, results, promotion }: { report: SalesReport } & Omit<Props, 'onClose'>) {
  const { sheets, problems, counts, lines, ignored_sheets, replaced } = report;
  return (
    <>
      <p role="status">
        {sheets.some(({ problem }) => problem) ? 'Choose the columns above first.' : countsText(counts)}
      </p>
      {ignored_sheets.length > 0 && (
        <p>Skipped sheets, because their sales are also in another sheet: {ignored_sheets.join(', ')}.</p>
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
  new Map([
    [book_id, book?.title ?? 'This book'],
    ...series.map((entry): [number, string] => [entry.book_id, entry.title]),
  ]);

const IGNORE_OPTION = { value: '', label: 'Ignore' };
const FIELD_OPTIONS = [IGNORE_OPTION, ...Object.entries(FIELD_LABELS).map(([value, label]) => ({ value, label }))];
const STORE_OPTIONS = [
  { value: '', label: 'Read from a column' },
  ...STORES.map((store) => ({ value: store, label: STORE_NAMES[store] })),
];

type SheetProps = {
  sheet: SheetReport;
  mapping: SalesMapping;
  onChange: (mapping: SalesMapping) => void;
  onMapped: () => void;
};

/** Form that maps a sheet's columns to fields. Starts open if the mapping is incomplete or ambiguous. */
function Sheet({ sheet, mapping, onChange, onMapped }: SheetProps) {
  const { columns, store, day_first } = mapping;
  const problem = mappingProblem(columns, store);
  const saving = useMutation({
    mutationFn: () => saveMapping({ header: sheet.header, mapping }),
    meta: { success: 'Columns saved. We’ll use them for your next report, too.' },
    onSuccess: onMapped,
  });
  return (
    <details open={sheet.problem !== null}>
      <summary className={classes.summary}>
        Columns in {sheet.name} ({sheet.rows === 1 ? '1 row' : `${sheet.rows.toLocaleString('en-US')} rows`})
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
                onChange({
                  ...mapping,
                  columns: columns.map((field, at) => (at === index ? (value as ReportField) || null : field)),
                })
              }
            />
          ))}
        </div>
        <SelectField
          label="Store"
          options={STORE_OPTIONS}
          value={store ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ ...mapping, store: (value as Store) || null })}
        />
        <Check
          label="Dates such as 3/4/2026 begin with the day"
          checked={day_first}
          onChange={({ currentTarget: { checked } }) => onChange({ ...mapping, day_first: checked })}
        />
        {problem && <Alert kind="warning">{problem}</Alert>}
        <div>
          <Button look="quiet" busy={saving.isPending} disabled={problem !== null} onClick={() => saving.mutate()}>
            Save columns
          </Button>
        </div>
      </div>
    </details>
  );
}
