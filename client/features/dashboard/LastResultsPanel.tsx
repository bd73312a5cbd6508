import { useQueries } from '@tanstack/react-query';
import { percentileQuery } from '#client/api/partner-promotions.ts';
import { useResultSummaries } from '#client/api/partner-results.ts';
import { Link } from '#client/app/router.ts';
import { bookedDate } from '#client/features/promotions/cutoff.ts';
import { BookAndDate } from '#client/features/promotions/partner/BookAndDate.tsx';
import { shortPercentileText } from '#client/features/promotions/percentile-labels.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { PromoteAgain } from '#client/ui/app/PromoteAgain.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { Row } from '#client/ui/Stack.tsx';
import { moneyText } from '#shared/cost-words.ts';
import { paths } from '#shared/paths.ts';
import type { LastPromotionPercentile, Promotion } from '#shared/promotions.ts';
import { returnText } from '#shared/result-figures.ts';
import type { ResultSummary } from '#shared/results.ts';
import classes from './Dashboard.module.css';

const MAX_SHOWN = 5;
const MAX_BARS = 12;

export function LastResultsPanel({ results }: { results: readonly Promotion[] }) {
  const shown = results.slice(0, MAX_SHOWN);
  const ranks = useRanks(shown);
  const summaries = useResultSummaries(shown);
  return (
    <Panel title="Recent results">
      {shown.length === 0 ? (
        <p>Results appear 72 hours after your newsletter goes out.</p>
      ) : (
        <>
          {results.length > 2 && <ClickBars results={results.slice(0, MAX_BARS).toReversed()} />}
          <ul className={classes.list}>
            {shown.map((result, index) => (
              <ResultRow
                key={result.id}
                promotion={result}
                rank={ranks[index] ?? null}
                summary={summaries && (summaries.get(result.id) ?? null)}
              />
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

/** `summary` is null for a promotion without sales, and undefined while that isn’t known. */
type RowProps = { promotion: Promotion; rank: Rank; summary: ResultSummary | null | undefined };

const ResultRow = ({ promotion, rank, summary }: RowProps) => (
  <li>
    <BookAndDate promotion={promotion} />
    <div className={classes.right}>
      <strong>
        {promotion.clicks_billable === 1 ? '1 billable click' : `${promotion.clicks_billable} billable clicks`}
      </strong>
      <span>{moneyText(promotion.money)}</span>
      {summary === null && <Link to={paths.partnerPromotion(promotion.id)}>Enter your sales</Link>}
      {summary && <strong>{returnText(summary)}</strong>}
      {rank && rank.percentile !== null && <span className={classes.muted}>{shortPercentileText(rank)}</span>}
      {promotion.book?.status === 'active' && <PromoteAgain promotion={promotion} />}
    </div>
  </li>
);

type Rank = LastPromotionPercentile['own'];

/** The rank of each result among similar ones, or null while it isn't known. */
const useRanks = (promotions: readonly Promotion[]): Rank[] =>
  useQueries({
    queries: promotions.map(({ id }) => percentileQuery(id)),
    combine: (results) => results.map(({ data }) => data?.own ?? null),
  });

/** Billable clicks of the last promotions as bars with their numbers, oldest first. */
function ClickBars({ results }: { results: readonly Promotion[] }) {
  const clicks = results.map(({ clicks_billable }) => clicks_billable);
  const highest = Math.max(1, ...clicks);
  const title = `Billable clicks from your last ${clicks.length} promotions`;
  return (
    <div className={classes.muted}>
      {title}
      <div className={classes.bars} role="img" aria-label={`${title}, oldest first: ${clicks.join(', ')}`}>
        {results.map(({ id, clicks_billable }) => (
          <span key={id}>
            {clicks_billable}
            <i style={{ height: `${(clicks_billable / highest) * MAX_BAR_HEIGHT_REM}rem` }} />
          </span>
        ))}
      </div>
      <Row align="between">
        <DateText date={bookedDate(results[0]!)} />
        <DateText date={bookedDate(results.at(-1)!)} />
      </Row>
    </div>
  );
}

const MAX_BAR_HEIGHT_REM = 4;
