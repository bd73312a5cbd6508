import { useQuery } from '@tanstack/react-query';
import { useWaitingList, waitingQuery } from '#client/api/waiting-list.ts';
import { Link, useNavigate } from '#client/app/router.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { CardRow, CardRows } from '#client/ui/app/Rows.tsx';
import { Button } from '#client/ui/Button.tsx';
import { ConfirmButton } from '#client/ui/ConfirmButton.tsx';
import { Cover } from '#client/ui/Cover.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { Row } from '#client/ui/Stack.tsx';
import { formatDealPrice } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import type { WaitingEntry } from '#shared/waiting-list.ts';
import { leaveQuestion, lineText, offerText } from './waiting-texts.ts';

/** The partner's entries on waiting lists, and the slots held for them. Renders nothing without any. */
export function WaitingListPanel() {
  const entries = useQuery(waitingQuery()).data ?? [];
  if (entries.length === 0) return null;
  return (
    <Panel title="Waiting list" tone={entries.some(({ offer_ends_at }) => offer_ends_at) ? 'alert' : 'plain'}>
      <CardRows>
        {entries.map((entry) => (
          <WaitingRow key={entry.id} entry={entry} />
        ))}
      </CardRows>
    </Panel>
  );
}

function WaitingRow({ entry }: { entry: WaitingEntry }) {
  const { offer_ends_at } = entry;
  const navigate = useNavigate();
  const { leave, accept } = useWaitingList({ onBooked: (id) => void navigate(paths.partnerPromotion(id)) });
  const isBusy = leave.isPending || accept.isPending;
  return (
    <CardRow
      picture={<Cover src={entry.cover_url} alt="" width={44} />}
      aside={
        <Row>
          {offer_ends_at && !entry.conflicting_date && (
            <Button busy={accept.isPending} disabled={leave.isPending} onClick={() => accept.mutate(entry.id)}>
              Book this date
            </Button>
          )}
          <ConfirmButton
            label="Leave waiting list"
            question={leaveQuestion(entry)}
            confirm="Leave waiting list"
            keep="Stay on the list"
            busy={isBusy}
            onConfirm={() => leave.mutate(entry.id)}
          />
        </Row>
      }
    >
      <h3>
        <Link to={paths.partnerBook(entry.book_id)}>{entry.book_title}</Link>
      </h3>
      <p>
        <DateText date={entry.date} /> · {entry.category_name} · {formatDealPrice(entry.sale_price_cents)}
      </p>
      <p>{offer_ends_at ? offerText({ ...entry, offer_ends_at }) : lineText(entry)}</p>
    </CardRow>
  );
}
