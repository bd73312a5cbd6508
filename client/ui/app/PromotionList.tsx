import { Link } from '#client/app/router.ts';
import { moneyText } from '#shared/cost-words.ts';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import { returnText } from '#shared/result-figures.ts';
import type { ResultSummary } from '#shared/results.ts';
import { Cover } from '../Cover.tsx';
import { DateText } from '../DateText.tsx';
import { HighlightWords } from '../HighlightWords.tsx';
import { Price } from '../Price.tsx';
import { StatusBadge } from '../StatusBadge.tsx';
import { PromoteAgain } from './PromoteAgain.tsx';
import classes from './PromotionList.module.css';
import { CardRow, CardRows } from './Rows.tsx';

type Props = {
  promotions: readonly Promotion[];
  words?: string;
  /** The profit and the revenue per $1 spent, by the promotion's id. */
  summaries?: ReadonlyMap<number, ResultSummary> | undefined;
};

/** A list of promotions with book, date, price, status, and clicks, so far or billable. */
export const PromotionList = ({ promotions, words = '', summaries }: Props) => (
  <CardRows>
    {promotions.map((promotion) => (
      <PromotionRow key={promotion.id} promotion={promotion} words={words} summary={summaries?.get(promotion.id)} />
    ))}
  </CardRows>
);

type RowProps = { promotion: Promotion; words: string; summary: ResultSummary | undefined };

const PromotionRow = ({ promotion, words, summary }: RowProps) => (
  <CardRow
    picture={promotion.book && <Cover src={promotion.book.cover_url} alt="" width={48} />}
    aside={
      <div className={classes.state}>
        <StatusBadge status={promotion.display_status} />
        {promotion.at_risk && <span className={classes.risk}>Won’t run unless you fix this: {promotion.at_risk}</span>}
        <ClickCount promotion={promotion} />
        <span className={classes.muted}>{moneyText(promotion.money)}</span>
        {summary !== undefined && <strong>{returnText(summary)}</strong>}
        {promotion.sent_at && promotion.book?.status === 'active' && <PromoteAgain promotion={promotion} />}
      </div>
    }
  >
    <Link to={paths.partnerPromotion(promotion.id)} className={classes.title!}>
      <HighlightWords text={promotion.book?.title ?? 'Promotion'} words={words} />
    </Link>
    <p>
      <DateText date={promotion.promotion_date ?? promotion.requested_date} />
    </p>
    <p>
      {promotion.category?.name} · <Price {...promotion} />
    </p>
  </CardRow>
);

function ClickCount({ promotion: { clicks_so_far, settled_at, clicks_billable } }: { promotion: Promotion }) {
  if (clicks_so_far !== null) {
    return <strong>{clicks_so_far === 1 ? '1 click so far' : `${clicks_so_far} clicks so far`}</strong>;
  }
  if (!settled_at) return null;
  return (
    <span className={classes.muted}>
      {clicks_billable === 1 ? '1 billable click' : `${clicks_billable} billable clicks`}
    </span>
  );
}
