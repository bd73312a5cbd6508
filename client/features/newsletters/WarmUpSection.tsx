import { useQuery } from '@tanstack/react-query';
import { WideNumberTable } from '#client/ui/app/NumberTable.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { PROVIDER_NAMES } from '#shared/list-health.ts';
import type { Newsletter } from '#shared/newsletters.ts';
import { warmUpQuery } from './api.ts';
import { isUnderWay } from './newsletter-labels.ts';

const number = (value: number) => value.toLocaleString('en-US');
const POLL_MS = 5_000;

/** The warm-up's plan for a draft, or its result. Nothing without a warm-up. */
export function WarmUpSection({ newsletter }: { newsletter: Newsletter }) {
  const { id, status } = newsletter;
  const isDraft = status === 'draft';
  const { data } = useQuery({ ...warmUpQuery(id), refetchInterval: isUnderWay(newsletter) ? POLL_MS : false });
  if (!data) return null;
  const providers = data.providers.filter(({ readers }) => readers > 0);
  const sum = (key: 'readers' | 'skipped') => providers.reduce((total, provider) => total + provider[key], 0);
  return (
    <Panel
      title="Warm-up"
      lead={
        isDraft
          ? `If it closed now, ${number(sum('readers') - sum('skipped'))} of ${number(sum('readers'))} readers would get it, the most engaged first.`
          : `The warm-up caps left out ${number(sum('skipped'))} of ${number(sum('readers'))} readers.`
      }
    >
      <WideNumberTable
        caption="Readers by mailbox provider"
        head={['Provider', 'Readers', isDraft ? 'Left today' : 'Delivered', isDraft ? 'Would be left out' : 'Left out']}
        rows={providers.map(({ provider, readers, left_today, accepted, skipped }) => [
          PROVIDER_NAMES[provider],
          ...[readers, isDraft ? left_today : accepted, skipped].map(number),
        ])}
      />
      {providers.map(({ provider, stop_reason }) => stop_reason && <p key={provider}>Stopped: {stop_reason}</p>)}
    </Panel>
  );
}
