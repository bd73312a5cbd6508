import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '#client/api/api-error.ts';
import { Link } from '#client/app/router.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { FactList } from '#client/ui/app/FactList.tsx';
import { NumberTable } from '#client/ui/app/NumberTable.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { notify } from '#client/ui/notifications/notify.ts';
import { Row, Stack } from '#client/ui/Stack.tsx';
import { formatDate, formatShortDay } from '#shared/long-dates.ts';
import { paths } from '#shared/paths.ts';
import {
  ASK_FROM_HOUR,
  ASK_UNTIL_HOUR,
  type ImportPatch,
  MAX_DAILY_EMAILS,
  type ReaderImport,
} from '#shared/reader-imports.ts';
import { RETENTION_DAYS } from '#shared/retention.ts';
import { importsApi, permissionEmailsQuery, useRefreshImports } from './imports-api.ts';

const formatNumber = (number: number) => number.toLocaleString('en-US');

/** Results and controls of an import's permission emails. */
export function PermissionEmailsSection({ readerImport }: { readerImport: ReaderImport }) {
  const { id, asking, daily_emails } = readerImport;
  const { data } = useQuery(permissionEmailsQuery(id));
  const refresh = useRefreshImports();
  const change = useMutation({
    mutationFn: (body: ImportPatch) => importsApi.update({ id, body }),
    meta: { form: true },
    onSuccess: (_, body) => notify.success(changeText(body, asking)),
    onSettled: refresh,
  });
  if (!data) return null;
  const { campaign } = data;
  const isOver = campaign.emails_left === 0;
  return (
    <section>
      <Stack>
        <h3>Permission emails</h3>
        {asking === 'waiting' && !isOver && (
          <Alert kind="warning" title="Start a warm-up first">
            <Stack>
              <p>
                Nobody has been asked yet. Providers block a domain that suddenly sends much more than before. Start a
                warm-up in <Link to={paths.adminListHealth()}>list health</Link>, and these emails will go out within
                its daily caps.
              </p>
              <div>
                <Button look="quiet" busy={change.isPending} onClick={() => change.mutate({ is_paused: false })}>
                  Send without a warm-up
                </Button>
              </div>
            </Stack>
          </Alert>
        )}
        {campaign.stopped_because && (
          <Alert kind="warning" title="Permission emails have stopped">
            In the last 7 days, too many emails that asked readers whether they want the newsletter{' '}
            {campaign.stopped_because === 'complaints' ? 'were marked as spam' : 'bounced'}. We’ll resume automatically
            once the share is low again.
          </Alert>
        )}
        <FactList
          facts={[
            ['Readers who need to confirm', formatNumber(campaign.readers)],
            ['Asked', formatNumber(campaign.asked)],
            ['Reminded', formatNumber(campaign.reminded)],
            ['Confirmed', formatNumber(campaign.confirmed)],
            ['Declined', formatNumber(campaign.declined)],
            ['Bounced', formatNumber(campaign.bounced)],
            ['Deleted: no answer, or on request', formatNumber(campaign.unanswered)],
            ...(campaign.never_asked
              ? ([['Deleted: not asked in time', formatNumber(campaign.never_asked)]] as const)
              : []),
            ['Sent today', `${formatNumber(campaign.sent_today)} of ${formatNumber(daily_emails)}`],
            ['Emails left, if nobody answers', formatNumber(campaign.emails_left)],
            ['Last email', campaign.ends_on ? `${formatDate(campaign.ends_on)} or later` : 'All sent'],
          ]}
        />
        {campaign.days.length > 0 && (
          <details>
            <summary>Permission emails by day</summary>
            <NumberTable
              headings={['Day', 'Asked', 'Reminded']}
              rows={campaign.days.map(({ date, first_emails, reminders }) => ({
                name: formatShortDay(date),
                numbers: [first_emails, reminders],
              }))}
            />
          </details>
        )}
        {!isOver && (
          <>
            <p>
              {asking === 'waiting'
                ? 'We’ll send them once a warm-up has started, or you send them without one.'
                : asking === 'paused'
                  ? 'Paused. We won’t send any more until you resume.'
                  : campaign.stopped_because
                    ? 'We aren’t sending any for now.'
                    : `Sent from ${ASK_FROM_HOUR}:00 AM to ${ASK_UNTIL_HOUR - 12}:00 PM Pacific Time, the most engaged readers first. A warm-up’s caps can lower the daily limit.`}
            </p>
            {(asking !== 'on' || campaign.stopped_because) && campaign.not_asked > 0 && (
              <p>
                {`If we send none for ${RETENTION_DAYS.paused_permission} days, we’ll delete the readers who haven’t been asked yet.`}
              </p>
            )}
            <DailyLimit
              key={daily_emails}
              value={daily_emails}
              busy={change.isPending}
              error={fieldErrors(change.error).daily_emails?.[0]}
              onSave={(limit) => change.mutate({ daily_emails: limit })}
            />
            {asking !== 'waiting' && (
              <Row>
                <Button
                  look="quiet"
                  busy={change.isPending}
                  onClick={() => change.mutate({ is_paused: asking === 'on' })}
                >
                  {asking === 'on' ? 'Pause permission emails' : 'Resume permission emails'}
                </Button>
              </Row>
            )}
          </>
        )}
      </Stack>
    </section>
  );
}

const changeText = ({ daily_emails, is_paused }: ImportPatch, before: ReaderImport['asking']) => {
  if (daily_emails !== undefined) return 'Daily limit saved.';
  if (is_paused) return 'Permission emails paused.';
  return before === 'waiting' ? 'Permission emails will be sent without a warm-up.' : 'Permission emails resumed.';
};

type LimitProps = { value: number; busy: boolean; error: string | undefined; onSave: (limit: number) => void };

function DailyLimit({ value, busy, error, onSave }: LimitProps) {
  const [limit, setLimit] = useState(String(value));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSave(Number(limit));
      }}
    >
      <Stack>
        <DailyEmailsField error={error} value={limit} onChange={setLimit} />
        {limit !== String(value) && (
          <div>
            <Button type="submit" busy={busy}>
              Save daily limit
            </Button>
          </div>
        )}
      </Stack>
    </form>
  );
}

type DailyEmailsProps = {
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
  hint?: string;
};

export const DailyEmailsField = ({ onChange, ...props }: DailyEmailsProps) => (
  <Field
    name="daily_emails"
    type="number"
    inputMode="numeric"
    min={1}
    max={MAX_DAILY_EMAILS}
    label="Permission emails per day"
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    {...props}
  />
);
