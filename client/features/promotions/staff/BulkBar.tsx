import { Link } from '#client/app/router.ts';
import { Dialog } from '#client/ui/app/Dialog.tsx';
import { paths } from '#shared/paths.ts';
import { MAX_BULK_DECISIONS } from '#shared/promotions.ts';
import classes from './BulkBar.module.css';
import { type BulkReport, type BulkRow, isForBulk, meetsAllRules, outcomeTextOf, reportText } from './bulk.ts';
import { TextButton } from './TextButton.tsx';
import type { Review } from './use-review.ts';

/**
 * Bar above the list that selects the rows that meet all rules, or decides about the selected rows. It's always shown,
 * so that selecting the first row doesn't move the list.
 */
export function BulkBar({ review: { list, selection, bulk } }: { review: Review }) {
  const { selectedRows } = selection;
  const readyCount = selectedRows.filter(bulk.isReady).length;
  const passingCount = list.rows.filter(meetsAllRules).length;
  return (
    <fieldset className={classes.bar} data-active={selectedRows.length > 0 || undefined}>
      <legend className="visually-hidden">Bulk decisions</legend>
      {selectedRows.length === 0 ? (
        passingCount > 0 || list.hasNextPage ? (
          <TextButton className={classes.action!} onClick={() => void bulk.selectReady()}>
            {selectText(list, passingCount)}
          </TextButton>
        ) : (
          <span className={classes.note}>
            {list.rows.some(isForBulk) ? 'None of these meet every rule' : ONE_AT_A_TIME}
          </span>
        )
      ) : (
        <>
          <span role="status">
            {bulk.canDecide ? (
              <>
                {selectedRows.length} <span className={classes.selected}>selected</span>
              </>
            ) : (
              <>
                <span className={classes.selected}>{selectedRows.length} selected. </span>
                {ONE_AT_A_TIME}
              </>
            )}
          </span>
          {bulk.canDecide && (
            <>
              <TextButton
                className={classes.action!}
                aria-disabled={readyCount === 0 || undefined}
                onClick={readyCount ? bulk.approve : undefined}
              >
                Approve {readyCount}
              </TextButton>
              <TextButton className={classes.action!} onClick={() => bulk.ask('reject')}>
                Decline…
              </TextButton>
              <TextButton className={classes.action!} onClick={() => bulk.ask('propose_date')}>
                Move…
              </TextButton>
            </>
          )}
          <TextButton className={classes.action!} onClick={() => selection.set([])}>
            Clear<span className="visually-hidden"> selection</span>
          </TextButton>
        </>
      )}
    </fieldset>
  );
}

const ONE_AT_A_TIME = 'Decide on these one at a time';

/** Says which rows the button selects from: the whole list, its first hundred rows, or only those shown. */
export function selectText({ rows, total_count, hasNextPage }: Review['list'], passingCount: number) {
  if (hasNextPage && total_count > MAX_BULK_DECISIONS)
    return `Select all of the first ${MAX_BULK_DECISIONS} that meet every rule`;
  if (hasNextPage) return 'Select all that meet every rule';
  if (passingCount > MAX_BULK_DECISIONS) return `Select the first ${MAX_BULK_DECISIONS} that meet every rule`;
  const shown = total_count > rows.length ? ' shown' : '';
  return passingCount === 1
    ? `Select the 1${shown} that meets every rule`
    : `Select all ${passingCount}${shown} that meet every rule`;
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
