import { Progress as Bar } from '@mantine/core';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import type { AiUsage } from '#shared/ai.ts';
import { fineCents } from './cents.ts';
import classes from './UserAi.module.css';

type Props = { query: Parameters<typeof Loaded<AiUsage>>[0]['query'] };

/** Everybody's requests of the day, the public tools' too. */
export const UsagePanel = ({ query }: Props) => (
  <Panel title="Cost today">
    <Loaded query={query}>{(usage) => <Usage usage={usage} />}</Loaded>
  </Panel>
);

const Usage = ({ usage: { date, spent_cents, limit_cents } }: { usage: AiUsage }) => (
  <>
    <p>
      <strong>{fineCents(spent_cents)}</strong> of {fineCents(limit_cents)}
    </p>
    <Bar
      aria-label="Part of the daily budget that is used"
      value={limit_cents ? Math.min(100, (spent_cents / limit_cents) * 100) : 0}
    />
    <p className={classes.small}>
      <DateText date={date} />, Pacific Time, with the public tools. What is being written counts at its highest price.
    </p>
  </>
);
