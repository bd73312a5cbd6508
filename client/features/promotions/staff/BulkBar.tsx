import { Link } from '#client/app/router.ts';
import { Dialog } from '#client/ui/app/Dialog.tsx';
import { paths } from '#shared/paths.ts';
import classes from './BulkBar.module.css';
import { type BulkReport, type BulkRow, meetsAllRules, outcomeTextOf, reportText } from './bulk.ts';
import { TextButton } from './TextButton.tsx';
import type { Review } from './use-review.ts';

/** Above the list: selects every row that meets all rules, or decides about the selected ones. */
export function BulkBar({ review: { list, marks, bulk } }: { review: Review }) {
  const { marked } = marks;
  const ready = marked.filter(bulk.isReady).length;
  const all = list.rows.filter(meetsAllRules);
  if (!marked.length && !all.length) return null;
  return (
    <fieldset className={classes.bar} data-active={marked.length > 0 || undefined}>
      <legend className="visually-hidden">Bulk decisions</legend>
      {marked.length === 0 ? (
        <TextButton className={classes.action!} onClick={() => marks.set(all)}>
          Select all {all.length} that meet every rule
        </TextButton>
      ) : (
        <>
          <span role="status">{marked.length} selected</span>
          <TextButton
            className={classes.action!}
            aria-disabled={ready === 0 || undefined}
            onClick={ready ? bulk.approve : undefined}
          >
            Approve {ready}
          </TextButton>
          <TextButton className={classes.action!} onClick={() => bulk.ask('reject')}>
            Decline…
          </TextButton>
          <TextButton className={classes.action!} onClick={() => bulk.ask('propose_date')}>
            Move…
          </TextButton>
          <TextButton className={classes.action!} onClick={() => marks.set([])}>
            Clear selection
          </TextButton>
        </>
      )}
    </fieldset>
  );
}

const URGENT: readonly BulkRow['outcome'][] = ['refused', 'unknown'];
const urgencyOf = ({ outcome }: BulkRow) => URGENT.indexOf(outcome);

type ReportProps = { report: BulkReport | null; isOpen: boolean; onClose: () => void };

/** The outcome of each promotion; first those whose outcome is unknown, and then refused ones. */
export const BulkReportDialog = ({ report, isOpen, onClose }: ReportProps) => (
  <Dialog isOpen={isOpen && report !== null} onClose={onClose} title={report && reportText(report)} size="lg">
    <ul className={classes.report}>
      {report?.rows
        .toSorted((a, b) => urgencyOf(b) - urgencyOf(a))
        .map((row) => (
          <li key={row.promotion.id}>
            <Link to={paths.userPromotion(row.promotion.id)}>
              {row.promotion.book?.title ?? `#${row.promotion.id}`}
            </Link>{' '}
            {outcomeTextOf(row)}
          </li>
        ))}
    </ul>
  </Dialog>
);
