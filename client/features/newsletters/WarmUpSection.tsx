import { useQuery } from '@tanstack/react-query';
import { Link } from '#client/app/router.ts';
import { useIsAdmin } from '#client/session/use-is-admin.ts';
import { WideNumberTable } from '#client/ui/app/NumberTable.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { PROVIDER_NAMES } from '#shared/list-health.ts';
import type { Newsletter } from '#shared/newsletters.ts';
import { paths } from '#shared/paths.ts';
import { warmUpQuery } from './api.ts';
import { isUnderWay } from './newsletter-labels.ts';

const formatNumber = (value: number) => value.toLocaleString('en-US');
const POLL_MS = 5_000;

/** The warm-up's plan for a draft, or its result. Renders nothing without a warm-up. */
export function WarmUpSection({ newsletter }: { newsletter: Newsletter }) {
  const { id, status } = newsletter;
  const isDraft = status === 'draft';
  const isAdmin = useIsAdmin();
  const { data } = useQuery({ ...warmUpQuery(id), refetchInterval: isUnderWay(newsletter) ? POLL_MS : false });
  if (!data) return null;
  const providers = data.providers.filter(({ readers }) => readers > 0);
  const sum = (key: 'readers' | 'skipped') => providers.reduce((total, provider) => total + provider[key], 0);
  return (
    <Panel
      title="Warm-up"
      lead={
        isDraft
          ? `If it closed now, ${formatNumber(sum('readers') - sum('skipped'))} of ${formatNumber(sum('readers'))} readers would get it, the most engaged first.`
          : `The warm-up caps left out ${formatNumber(sum('skipped'))} of ${formatNumber(sum('readers'))} readers.`
      }
    >
      <WideNumberTable
        caption="Readers by mailbox provider"
        head={
          isDraft
            ? ['Provider', 'Readers', 'Remaining cap', 'Would be left out']
            : ['Provider', 'Readers', 'Delivered', 'Left out', 'Not delivered', 'Pending']
        }
        rows={providers.map(({ provider, readers, left_today, accepted, skipped, undelivered, waiting }) => [
          PROVIDER_NAMES[provider],
          ...(isDraft ? [readers, left_today, skipped] : [readers, accepted, skipped, undelivered, waiting]).map(
            formatNumber,
          ),
        ])}
      />
      {providers.map(({ provider, stop_reason }) => stop_reason && <p key={provider}>Stopped: {stop_reason}</p>)}
      {providers.some(({ stop_reason }) => stop_reason) &&
        (isAdmin ? (
          <p>
            You can resume sending in <Link to={paths.adminListHealth()}>list health</Link>.
          </p>
        ) : (
          <p>Sending resumes automatically. Only an administrator can resume it sooner.</p>
        ))}
    </Panel>
  );
}
