import { useMutation, useQueryClient } from '@tanstack/react-query';
import { confirmDiscard } from '#client/api/unsaved.ts';
import { Button } from '#client/ui/Button.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { Row } from '#client/ui/Stack.tsx';
import { calendarDay, useShell } from '#client/ui/shell.ts';
import { addDays } from '#shared/dates.ts';
import type { Reader } from '#shared/readers.ts';
import { readerKey, updateReader } from './api.ts';
import classes from './ReaderSections.module.css';

const PAUSES = [
  { label: 'Pause for a week', days: 7 },
  { label: 'Pause for a month', days: 30 },
  { label: 'Pause for three months', days: 90 },
];

/** `onFrequencyChange` is called after a switch to weekly, since the preferences form has the frequency, too. */
export function PauseSection({ reader, onFrequencyChange }: { reader: Reader; onFrequencyChange: () => void }) {
  const today = calendarDay(useShell());
  const queryClient = useQueryClient();
  const pause = useMutation({
    mutationFn: (paused_until: string | null) => updateReader(reader.uuid, { paused_until }),
    onSuccess: (changed) => queryClient.setQueryData(readerKey(reader.uuid), changed),
  });
  const switchToWeekly = useMutation({
    mutationFn: () => updateReader(reader.uuid, { frequency: 'weekly' }),
    onSuccess: (changed) => {
      queryClient.setQueryData(readerKey(reader.uuid), changed);
      onFrequencyChange();
    },
    meta: { success: 'You’ll get one email a week, on Saturday.' },
  });
  const isPaused = reader.paused_until !== null && reader.paused_until >= today;
  return (
    <section className={classes.section} aria-labelledby="pause">
      <h2 id="pause">Fewer emails</h2>
      {isPaused && reader.paused_until ? (
        <>
          <p role="status">
            Paused until <DateText date={reader.paused_until} />.
          </p>
          <div>
            <Button type="button" look="quiet" busy={pause.isPending} onClick={() => pause.mutate(null)}>
              Resume emails
            </Button>
          </div>
        </>
      ) : (
        <Row>
          {reader.frequency === 'daily' && (
            <Button
              type="button"
              look="quiet"
              busy={switchToWeekly.isPending}
              onClick={() => confirmDiscard() && switchToWeekly.mutate()}
            >
              Email me once a week
            </Button>
          )}
          {PAUSES.map(({ label, days }) => {
            const until = addDays(today, days);
            return (
              <Button
                key={days}
                type="button"
                look="quiet"
                busy={pause.isPending && pause.variables === until}
                disabled={pause.isPending}
                onClick={() => pause.mutate(until)}
              >
                {label}
              </Button>
            );
          })}
        </Row>
      )}
    </section>
  );
}
