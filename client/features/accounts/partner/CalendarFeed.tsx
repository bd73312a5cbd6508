import { useMutation } from '@tanstack/react-query';
import { clientFor } from '#client/api/client.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { CopyText } from '#client/ui/CopyText.tsx';
import { promotionsApi } from '#shared/api/promotions.ts';

/** The address is a key, so it is shown only to those who ask. */
export function CalendarFeed() {
  const feed = useMutation({
    mutationFn: () => clientFor(promotionsApi, 'partner').calendarUrl(),
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
