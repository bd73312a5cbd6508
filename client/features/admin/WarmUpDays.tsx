import { NumberTable, WideNumberTable } from '#client/ui/app/NumberTable.tsx';
import { ChartFrame } from '#client/ui/ChartFrame.tsx';
import { Stack } from '#client/ui/Stack.tsx';
import { vancouverDate } from '#shared/dates.ts';
import { PROVIDER_NAMES } from '#shared/list-health.ts';
import { formatDate, formatShortDay } from '#shared/long-dates.ts';
import { providersInUse, type WarmUp } from '#shared/warm-up.ts';
import classes from './AdminListHealth.module.css';
import { capsUsed, readersByProvider, type WarmUpDay, warmUpDays } from './warm-up-days.ts';

/** The emails planned, sent, and left out on each warm-up day of the last 30 days; for the last day, by provider. */
export function WarmUpDays({ warmUp }: { warmUp: WarmUp }) {
  const days = warmUpDays(warmUp);
  const last = days.at(-1);
  if (!last) return <p>Nothing has been sent yet. The next newsletter is the first one with caps.</p>;
  const date = formatShortDay(last.date);
  const hasWeekly = capsUsed(warmUp).some(({ weekly }) => weekly > 0);
  const names = [...providersInUse(warmUp).map(({ provider }) => PROVIDER_NAMES[provider]), 'All'];
  const toNamedRows = (rows: readonly (readonly number[])[]) =>
    [...rows, columnSums(rows)].map((numbers, row) => [
      names[row]!,
      ...numbers.map((one) => one.toLocaleString('en-US')),
    ]);
  return (
    <>
      {days.length > 1 && <Chart days={days} />}
      <NumberTable
        caption="Newsletter emails by day"
        headings={['Day', 'Planned', 'Sent', 'Left out']}
        rows={days
          .toReversed()
          .map(({ planned, sent, left_out, ...day }) => ({ name: dayName(day), numbers: [planned, sent, left_out] }))}
      />
      <p>
        Planned: the caps of the providers that weren’t stopped all day. Less is sent if a provider has fewer readers
        than its cap, if it is stopped during the day, or if a part of the cap is kept for other emails.
      </p>
      <details>
        <summary>{date} by provider</summary>
        <Stack>
          <WideNumberTable
            caption={`Each provider’s cap on ${date}`}
            head={[
              ...['Provider', 'Cap', 'Sent in newsletters', 'Kept for permission emails'],
              ...[...(hasWeekly ? ['Kept for the weekly newsletter'] : []), 'Unused'],
            ]}
            rows={toNamedRows(
              capsUsed(warmUp).map(({ cap, sent, permission, weekly, unused }) => [
                ...[cap, sent, permission, ...(hasWeekly ? [weekly] : []), unused],
              ]),
            )}
          />
          <WideNumberTable
            caption={`Readers of the newsletters of ${date}`}
            head={['Provider', 'Readers', 'Delivered', 'Left out', 'Not delivered', 'Pending']}
            rows={toNamedRows(readersByProvider(warmUp))}
          />
          <p>
            Not delivered: the email bounced, the relay didn’t confirm it, or the reader left before it was sent. An
            email that a provider defers uses its cap again when we retry.
          </p>
          <WideNumberTable
            caption={`Reactions to the emails of ${date}`}
            head={['Provider', 'Deferred', 'Hard bounces', 'Marked as spam']}
            rows={toNamedRows(
              providersInUse(warmUp).map(({ days: providerDays }) => {
                const { deferred = 0, hard_bounces = 0, complaints = 0 } = providerDays.at(-1) ?? {};
                return [deferred, hard_bounces, complaints];
              }),
            )}
          />
        </Stack>
      </details>
      <p>
        We split the first cap by where your readers had their mailboxes on{' '}
        {formatDate(vancouverDate(warmUp.started_at))}. The split doesn’t change as readers join or leave. After a large
        import, end this warm-up and start another one.
      </p>
    </>
  );
}

const columnSums = (rows: readonly (readonly number[])[]) =>
  (rows[0] ?? []).map((_, column) => rows.reduce((sum, row) => sum + row[column]!, 0));

const dayName = ({ date, stopped }: Pick<WarmUpDay, 'date' | 'stopped'>) =>
  [formatShortDay(date), ...stopped.map((provider) => `${PROVIDER_NAMES[provider]} stopped`)].join(', ');

/** Two bars per day, hidden from screen readers, which get the table. */
function Chart({ days }: { days: readonly WarmUpDay[] }) {
  const highest = Math.max(1, ...days.flatMap(({ planned, sent }) => [planned, sent]));
  const width = 100 / days.length;
  const bars = [
    ['planned', 'Planned', 0.1],
    ['sent', 'Sent', 0.5],
  ] as const;
  return (
    <figure className={classes.trend} aria-hidden="true">
      <ul className={classes.legend}>
        {bars.map(([key, name]) => (
          <li key={key} data-bar={key}>
            {name}
          </li>
        ))}
      </ul>
      <div className={classes.box}>
        <ChartFrame
          highest={highest}
          viewBox="0 0 100 100"
          first={formatShortDay(days[0]!.date)}
          last={formatShortDay(days.at(-1)!.date)}
        >
          {days.flatMap((day, index) =>
            bars.map(([key, , offset]) => (
              <rect
                key={`${day.date} ${key}`}
                data-bar={key}
                x={(index + offset) * width}
                width={width * 0.4}
                y={100 - (day[key] / highest) * 100}
                height={(day[key] / highest) * 100}
              />
            )),
          )}
        </ChartFrame>
      </div>
    </figure>
  );
}
