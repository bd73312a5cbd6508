import { useMutation, useQuery } from '@tanstack/react-query';
import { useApiForm } from '#client/api/use-api-form.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { changedFields } from '#client/ui/app/changed-fields.ts';
import { FactList } from '#client/ui/app/FactList.tsx';
import { NumberField } from '#client/ui/app/NumberField.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { ConfirmButton } from '#client/ui/ConfirmButton.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { Row, Stack } from '#client/ui/Stack.tsx';
import { vancouverDate } from '#shared/dates.ts';
import { PROVIDER_NAMES } from '#shared/list-health.ts';
import { formatDate, formatShortDay } from '#shared/long-dates.ts';
import {
  DEFAULT_SCHEDULE,
  MAX_FIRST_CAP,
  MAX_GROWTH_PERCENT,
  MIN_FIRST_CAP,
  MIN_GROWTH_PERCENT,
  providersInUse,
  type Schedule,
  type WarmUp,
  WarmUpInput,
  type WarmUpsResponse,
} from '#shared/warm-up.ts';
import { WarmUpDays } from './WarmUpDays.tsx';
import { useRefreshWarmUp, warmUpQuery, warmUpsClient } from './warm-up-api.ts';
import { warmUpDays } from './warm-up-days.ts';

const number = (value: number) => value.toLocaleString('en-US');

/** The warm-up of the sending domain, for administrators. */
export function WarmUpPanel() {
  const query = useQuery(warmUpQuery);
  const isStopped = findRunningWarmUp(query.data)?.providers.some(({ stopped_at }) => stopped_at);
  return (
    <Panel
      title="Warm-up"
      tone={isStopped ? 'alert' : 'plain'}
      lead="Providers block a new domain that sends to everybody on its first day. A warm-up caps each day’s emails by provider, and raises the caps as long as complaints and bounces stay low."
    >
      <QueryBoundary query={query} placeholder={<Skeleton height={160} />}>
        {(response) => {
          const running = findRunningWarmUp(response);
          return running ? <Running warmUp={running} /> : <NotRunning {...response} />;
        }}
      </QueryBoundary>
    </Panel>
  );
}

export const findRunningWarmUp = (response: WarmUpsResponse | undefined) =>
  response?.warm_ups.find(({ ended_at }) => !ended_at);

function NotRunning({ domain, warm_ups: [last], suggestion }: WarmUpsResponse) {
  const refresh = useRefreshWarmUp();
  return (
    <Stack>
      {suggestion && (
        <Alert kind="warning" title="Start one before your next newsletter">
          You have {number(suggestion.active_readers)} active readers, and {number(suggestion.recent_emails)} emails
          went out in the last 30 days. To the providers, {domain} is a new sender.
        </Alert>
      )}
      {last && (
        <p>
          The last one {last.is_completed ? 'was completed' : 'was ended'} on{' '}
          {formatDate(vancouverDate(last.ended_at!))}. Newsletters go to every reader.
        </p>
      )}
      <ScheduleForm
        initialValues={DEFAULT_SCHEDULE}
        firstCapHint="Total for all providers. We’ll split it by where your readers have their mailboxes."
        submit={(body) => warmUpsClient.start({ body })}
        button="Start warm-up"
        success="The warm-up starts with the next newsletter."
        onSuccess={refresh}
      />
    </Stack>
  );
}

type FormProps = {
  initialValues: Schedule;
  firstCapHint: string;
  submit: (schedule: Schedule, before: Schedule) => Promise<unknown>;
  button: string;
  success: string;
  onSuccess: () => void;
};

function ScheduleForm({ initialValues, button, firstCapHint, ...options }: FormProps) {
  const { form, onSubmit, busy } = useApiForm({ initialValues: { ...initialValues }, schema: WarmUpInput, ...options });
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <NumberField
          label="Emails on the first day"
          hint={firstCapHint}
          min={MIN_FIRST_CAP}
          max={MAX_FIRST_CAP}
          {...form.getInputProps('first_cap')}
        />
        <NumberField
          label="Each day’s emails, as a percentage of the day before"
          hint={`${MIN_GROWTH_PERCENT} to ${MAX_GROWTH_PERCENT}. 150 means 50% more each day.`}
          min={MIN_GROWTH_PERCENT}
          max={MAX_GROWTH_PERCENT}
          {...form.getInputProps('growth_percent')}
        />
        <div>
          <Button type="submit" busy={busy}>
            {button}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function Running({ warmUp }: { warmUp: WarmUp }) {
  const { id, domain, started_at, paused_at, first_cap, growth_percent } = warmUp;
  const refresh = useRefreshWarmUp();
  const days = warmUpDays(warmUp);
  const cap = providersInUse(warmUp).reduce((sum, provider) => sum + (provider.stopped_at ? 0 : provider.cap), 0);
  const pausing = useMutation({
    mutationFn: (is_paused: boolean) => warmUpsClient.update({ id, body: { is_paused } }),
    onSettled: refresh,
  });
  const ending = useMutation({
    mutationFn: () => warmUpsClient.end({ id }),
    meta: { success: 'The warm-up ended.' },
    onSettled: refresh,
  });
  return (
    <Stack>
      <FactList
        facts={[
          ['Domain', domain],
          ['Started', formatDate(vancouverDate(started_at))],
          [
            days.length > 0 ? `Cap on ${formatShortDay(days.at(-1)!.date)}` : 'Cap on the first day',
            `${number(cap)} emails`,
          ],
          [
            'Growth',
            paused_at
              ? 'Paused: caps stay the same or go down'
              : `Up ${growth_percent - 100}% after each day on which at least half of the cap was sent without problems`,
          ],
        ]}
      />
      {warmUp.providers.map(
        (provider) => provider.stopped_at && <Stopped key={provider.provider} id={id} provider={provider} />,
      )}
      <WarmUpDays warmUp={warmUp} />
      <details>
        <summary>Change the schedule</summary>
        <ScheduleForm
          initialValues={{ first_cap, growth_percent }}
          firstCapHint="Total for all providers. Raising it changes only the caps that are still below it. Lowering it lowers every cap."
          submit={(schedule, before) => warmUpsClient.update({ id, body: changedFields(before, schedule) })}
          button="Save schedule"
          success="The schedule was saved. It’ll apply starting with the next sending day."
          onSuccess={refresh}
        />
      </details>
      <Row>
        <Button look="quiet" busy={pausing.isPending} onClick={() => pausing.mutate(!paused_at)}>
          {paused_at ? 'Resume growth' : 'Pause growth'}
        </Button>
        <ConfirmButton
          label="End warm-up"
          question="End the warm-up? Every reader will get newsletters again, starting with the rest of any newsletter that’s being sent now."
          confirm="End warm-up"
          keep="Keep warm-up"
          busy={ending.isPending}
          onConfirm={() => ending.mutate()}
        />
      </Row>
    </Stack>
  );
}

type ProviderProps = { id: number; provider: WarmUp['providers'][number] };

function Stopped({ id, provider: { provider, stop_reason, stop_cause, resumes_on } }: ProviderProps) {
  const refresh = useRefreshWarmUp();
  const resuming = useMutation({
    mutationFn: () => warmUpsClient.resumeProvider({ id, body: { provider } }),
    onSettled: refresh,
  });
  return (
    <Alert kind="warning" title={`Sending to ${PROVIDER_NAMES[provider]} is stopped`}>
      <Stack>
        <p>
          {stop_reason} Sending will resume on {formatDate(resumes_on!)}, at a lower cap if possible.
        </p>
        {stop_cause !== 'deferrals' && (
          <div>
            <Button look="quiet" busy={resuming.isPending} onClick={() => resuming.mutate()}>
              Resume sending sooner
            </Button>
          </div>
        )}
      </Stack>
    </Alert>
  );
}
