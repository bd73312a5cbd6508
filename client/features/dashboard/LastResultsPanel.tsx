import { useQueries } from '@tanstack/react-query';
import { percentileQuery } from '#client/api/partner-promotions.ts';
import { Link } from '#client/app/router.ts';
import { bookedDate } from '#client/features/promotions/cutoff.ts';
import { percentileShort } from '#client/features/promotions/percentile-words.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { PromoteAgain } from '#client/ui/app/PromoteAgain.tsx';
import { Cover } from '#client/ui/Cover.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import type { LastPromotionPercentile, Promotion } from '#shared/promotions.ts';
import classes from './Dashboard.module.css';
import type { Result } from './dashboard.ts';

const SHOWN = 5;
const BARS = 12;

export function LastResultsPanel({ results }: { results: readonly Result[] }) {
  const shown = results.slice(0, SHOWN);
  const owns = useOwnResults(shown.map(({ promotion }) => promotion));
  return (
    <Panel title="Last results">
      {shown.length === 0 ? (
        <p>Results come 72 hours after a newsletter with your book.</p>
      ) : (
        <>
          {results.length > 2 && <ClickBars clicks={clicksOf(results.slice(0, BARS))} />}
          <ul className={classes.list}>
            {shown.map((result, place) => (
              <ResultRow key={result.promotion.id} {...result} own={owns[place] ?? null} />
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

const ResultRow = ({ promotion, total_cents, own }: Result & { own: Own }) => (
  <li>
    {promotion.book && <Cover src={promotion.book.cover_url} alt="" width={44} />}
    <div>
      <Link to={paths.partnerPromotion(promotion.id)} className={classes.title}>
        {promotion.book?.title}
      </Link>
      <p className={classes.muted}>
        <DateText date={bookedDate(promotion)} />
      </p>
    </div>
    <div className={classes.right}>
      <strong>
        {promotion.clicks_billable} clicks{total_cents !== null && `, ${formatCents(total_cents)}`}
      </strong>
      {own && own.percentile !== null && <span className={classes.muted}>{percentileShort(own)}</span>}
      {promotion.book?.status === 'active' && <PromoteAgain promotion={promotion} />}
    </div>
  </li>
);

/** Oldest first, as a chart is read. */
const clicksOf = (results: readonly Result[]) => results.map(({ promotion }) => promotion.clicks_billable).reverse();

type Own = LastPromotionPercentile['own'];

/** Each result among similar ones, in their order; null while that isn't known. */
const useOwnResults = (promotions: readonly Promotion[]): Own[] =>
  useQueries({
    queries: promotions.map(({ id }) => percentileQuery(id)),
    combine: (answers) => answers.map(({ data }) => data?.own ?? null),
  });

const STEP = 12;
const HEIGHT = 56;

/** Billable clicks of the last promotions as small bars, oldest first. The numbers stand in the list below. */
function ClickBars({ clicks }: { clicks: readonly number[] }) {
  const most = Math.max(1, ...clicks);
  return (
    <svg
      className={classes.bars}
      viewBox={`0 0 ${clicks.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Billable clicks of the last ${clicks.length} promotions, oldest first: ${clicks.join(', ')}`}
    >
      {clicks.map((count, position) => {
        const height = Math.max(1, (count / most) * HEIGHT);
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity but their place
        return <rect key={position} x={position * STEP + 1} y={HEIGHT - height} width={STEP - 2} height={height} />;
      })}
    </svg>
  );
}
