import { useQuery } from '@tanstack/react-query';
import { useWaitingList, waitingQuery } from '#client/api/waiting-list.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { ConfirmButton } from '#client/ui/ConfirmButton.tsx';
import { Row, Stack } from '#client/ui/Stack.tsx';
import { formatDate } from '#shared/long-dates.ts';
import { WaitingInput } from '#shared/waiting-list.ts';
import { type BookingForm, bookingBody, withDate } from './booking-form.ts';
import { leaveQuestion, lineText } from './waiting-texts.ts';

/**
 * Offers to join the waiting list of a full date, or to leave it. Joining sends the form's values, except the
 * alternative dates and add-ons.
 */
export function JoinWaitingList({ date, form }: { date: string; form: BookingForm }) {
  const { join, leave } = useWaitingList();
  const values = form.getValues();
  const entries = useQuery(waitingQuery()).data ?? [];
  const entry = entries.find((one) => one.date === date && String(one.book_id) === values.book_id);
  const { alternate_dates: _, addon_ids, ...booking } = bookingBody(withDate({ ...values, alternate_dates: [] }, date));
  const isComplete = WaitingInput.safeParse(booking).success;
  const joinList = (auto_book: boolean) => join.mutate({ ...booking, auto_book });
  if (entry) {
    const otherCategory = String(entry.category_id) === values.category_id ? null : entry.category_name;
    return (
      <Alert
        title={`You’re on the waiting list for ${formatDate(date)}${otherCategory ? ` in ${otherCategory}` : ''}.`}
      >
        <Stack gap="s">
          {otherCategory && (
            <span>A book can wait for a date in one category only. To change the category, leave this list first.</span>
          )}
          <span>
            {entry.offer_ends_at && !entry.conflicting_date
              ? 'A slot opened up. Book it on your dashboard.'
              : lineText(entry)}
          </span>
          <div>
            <ConfirmButton
              label="Leave waiting list"
              question={leaveQuestion(entry)}
              confirm="Leave waiting list"
              keep="Stay on the list"
              busy={leave.isPending}
              onConfirm={() => leave.mutate(entry.id)}
            />
          </div>
        </Stack>
      </Alert>
    );
  }
  return (
    <Alert title={`${formatDate(date)} is full.`}>
      <Stack gap="s">
        <span>
          {isComplete
            ? `Join the waiting list with this book and price${addon_ids.length > 0 ? ', without the top spot' : ''}. When you’re first in line and a slot opens up, we’ll book it for you, or email you and hold it for 12 hours.`
            : 'To join its waiting list, choose the book and its prices first. Then select the date again.'}
        </span>
        {isComplete && (
          <Row>
            <Button look="quiet" busy={join.isPending} onClick={() => joinList(true)}>
              Join and book automatically
            </Button>
            <Button look="quiet" disabled={join.isPending} onClick={() => joinList(false)}>
              Join and email me
            </Button>
          </Row>
        )}
      </Stack>
    </Alert>
  );
}
