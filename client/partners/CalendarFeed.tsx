import { useMutation } from '@tanstack/react-query';
import { call } from '#client/api/http.ts';
import { Button } from '#client/ui/Button.tsx';
import { CopyText } from '#client/ui/CopyText.tsx';
import { PromotionCalendarAnswer } from '#shared/promotions.ts';
import { Panel } from './parts/Panel.tsx';

/** The address is a key, so it is shown only to those who ask. */
export function CalendarFeed() {
  const feed = useMutation({
    mutationFn: () => call('/promotions/calendar', { role: 'partner', schema: PromotionCalendarAnswer }),
  });
  return (
    <Panel
      title="Your calendar"
      lead="Subscribe in your calendar program, and approved promotions stand in it, with the price to set."
    >
      {feed.data ? (
        <>
          <CopyText label="Calendar address" text={feed.data.calendar.url} action="Copy the address" />
          <p>Whoever has this address sees your dates. It ends when you change your password.</p>
        </>
      ) : (
        <div>
          <Button type="button" look="quiet" busy={feed.isPending} onClick={() => feed.mutate()}>
            Show the calendar address
          </Button>
        </div>
      )}
    </Panel>
  );
}
