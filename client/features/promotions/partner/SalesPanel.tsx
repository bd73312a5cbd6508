import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { resultsQuery } from '#client/api/partner-results.ts';
import { freshQuery } from '#client/api/use-api-form.ts';
import { WideNumberTable } from '#client/ui/app/NumberTable.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { DownloadButton } from '#client/ui/DownloadButton.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { Row } from '#client/ui/Stack.tsx';
import { resultsApi } from '#shared/api/results.ts';
import { STORE_NAMES } from '#shared/business.ts';
import { formatDate } from '#shared/long-dates.ts';
import { formatCents } from '#shared/money.ts';
import type { Promotion } from '#shared/promotions.ts';
import { type ResultFigures, SERIES_DAYS } from '#shared/result-figures.ts';
import type { PromotionResults } from '#shared/results.ts';
import { Figure } from './Figure.tsx';
import shared from './PartnerPromotion.module.css';
import { SalesForm } from './SalesForm.tsx';
import classes from './SalesPanel.module.css';
import { SalesUpload } from './SalesUpload.tsx';
import { comparisonTexts, headlineOf, RETURN_LABEL } from './sales-texts.ts';

/** The sales after a promotion, and the revenue for each dollar of its cost. */
export function SalesPanel({ promotion }: { promotion: Promotion }) {
  const results = useQuery({ ...resultsQuery(promotion.id), enabled: promotion.sent_at !== null });
  if (promotion.sent_at === null) return null;
  return (
    <Panel title="Sales and profit">
      <QueryBoundary query={results} placeholder={<Skeleton height={160} />}>
        {(data) => <Sales promotion={promotion} results={data} />}
      </QueryBoundary>
    </Panel>
  );
}

function Sales({ promotion, results }: { promotion: Promotion; results: PromotionResults }) {
  const [open, setOpen] = useState<'form' | 'upload' | null>(null);
  const close = () => setOpen(null);
  const { figures } = results;
  return (
    <>
      {figures ? (
        <Result results={results} figures={figures} />
      ) : (
        <p>
          What did this promotion earn you? Enter your sales starting {formatDate(results.window.from)}, or upload KDP’s
          report. Only you and our staff see them.
        </p>
      )}
      {open === 'form' && <FreshForm promotion={promotion} onClose={close} />}
      {open === 'upload' && <SalesUpload promotion={promotion} results={results} onClose={close} />}
      {open === null && (
        <Row>
          <Button look={figures ? 'quiet' : 'primary'} onClick={() => setOpen('form')}>
            {figures ? 'Change your sales' : 'Enter sales'}
          </Button>
          <Button look="quiet" onClick={() => setOpen('upload')}>
            Upload a report
          </Button>
          {figures && <DownloadButton path={resultsApi.csv.path}>Download your sales as CSV</DownloadButton>}
        </Row>
      )}
    </>
  );
}

function FreshForm({ promotion, onClose }: { promotion: Promotion; onClose: () => void }) {
  const results = useQuery(freshQuery(resultsQuery(promotion.id)));
  return (
    <QueryBoundary query={results} placeholder={<Skeleton height={160} />}>
      {(data) => <SalesForm promotion={promotion} results={data} onClose={onClose} />}
    </QueryBoundary>
  );
}

const Result = ({ results, figures }: { results: PromotionResults; figures: ResultFigures }) => (
  <>
    <p className={classes.headline}>{headlineOf(figures)}</p>
    <dl className={shared.numbers}>
      <Figure label="Copies" value={figures.copies.toLocaleString('en-US')} />
      {results.baseline_per_day !== null && (
        <Figure label="Above your usual sales" value={figures.extra_copies.toLocaleString('en-US')} />
      )}
      <Figure label="Revenue" value={formatCents(figures.revenue_cents)} />
      <Figure label={results.is_final ? 'Cost' : 'Cost so far'} value={formatCents(figures.cost_cents)} />
      <Figure label="Profit" value={formatCents(figures.profit_cents)} />
      {figures.cost_per_sale_cents !== null && (
        <Figure label="Cost per sale" value={formatCents(figures.cost_per_sale_cents)} />
      )}
      {figures.return_ratio !== null && <Figure label={RETURN_LABEL} value={formatCents(figures.return_ratio * 100)} />}
      {figures.read_through !== null && (
        <Figure label="Read-through per 100 copies" value={figures.read_through.toFixed(1)} />
      )}
    </dl>
    <Stores results={results} />
    {results.series.length > 0 && <Series results={results} />}
    <Comparison results={results} />
  </>
);

const centsText = (cents: number | null) => (cents === null ? '–' : formatCents(cents));

const Stores = ({ results: { stores } }: { results: PromotionResults }) => (
  <WideNumberTable
    caption="By store"
    head={['Store', 'Copies', 'KENP read', 'Revenue', 'Cost', 'Cost per sale', RETURN_LABEL]}
    rows={stores.map((store) => [
      STORE_NAMES[store.store],
      store.copies.toLocaleString('en-US'),
      store.store === 'amazon' ? store.pages.toLocaleString('en-US') : '–',
      formatCents(store.revenue_cents),
      centsText(store.cost_cents),
      centsText(store.cost_per_sale_cents),
      store.return_ratio === null ? '–' : formatCents(store.return_ratio * 100),
    ])}
  />
);

const Series = ({ results: { series, window } }: { results: PromotionResults }) => (
  <>
    <WideNumberTable
      caption={`Later books in the series, ${SERIES_DAYS} days until ${formatDate(window.series_to)}`}
      head={['Book', 'Copies', 'KENP read', 'Revenue']}
      rows={series.map(({ series_number, title, copies, pages, revenue_cents }) => [
        `${series_number}. ${title}`,
        copies.toLocaleString('en-US'),
        pages.toLocaleString('en-US'),
        formatCents(revenue_cents),
      ])}
    />
    {series.some(({ counted_elsewhere }) => counted_elsewhere !== 0) && (
      <p className={shared.muted}>
        Copies that you also entered for another promotion of this series count there:{' '}
        {series.reduce((sum, book) => sum + book.counted_elsewhere, 0).toLocaleString('en-US')}.
      </p>
    )}
  </>
);

function Comparison({ results: { comparison } }: { results: PromotionResults }) {
  const texts = comparisonTexts(comparison);
  if (texts.length === 0)
    return (
      <p className={shared.muted}>Not enough results yet to compare yours with others in {comparison.category_name}.</p>
    );
  return (
    <div>
      <p>Typical for other partners in {comparison.category_name} in the last year:</p>
      <ul className={shared.reasons}>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}
