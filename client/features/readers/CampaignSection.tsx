import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '#client/api/api-error.ts';
import { Link } from '#client/app/router.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { FactList } from '#client/ui/app/FactList.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { Row, Stack } from '#client/ui/Stack.tsx';
import { formatDate } from '#shared/long-dates.ts';
import { paths } from '#shared/paths.ts';
import {
  ASK_FROM_HOUR,
  ASK_UNTIL_HOUR,
  type ImportPatch,
  MAX_DAILY_EMAILS,
  type ReaderImport,
} from '#shared/reader-imports.ts';
import { campaignQuery, importsApi, useRefreshImports } from './imports-api.ts';

const count = (number: number) => number.toLocaleString('en-US');

/** The emails that ask an import's readers for permission: their results, and what an administrator can change. */
export function CampaignSection({ readerImport }: { readerImport: ReaderImport }) {
  const { id, asking, daily_emails } = readerImport;
  const { data } = useQuery(campaignQuery(id));
  const refresh = useRefreshImports();
  const change = useMutation({
    mutationFn: (body: ImportPatch) => importsApi.update({ id, body }),
    meta: { form: true, success: 'The permission emails were changed.' },
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
                warm-up in <Link to={paths.adminListHealth()}>list health</Link>, and these emails will begin within its
                caps.
              </p>
              <div>
                <Button look="quiet" busy={change.isPending} onClick={() => change.mutate({ is_paused: false })}>
                  Send without a warm-up
                </Button>
              </div>
            </Stack>
          </Alert>
        )}
        <FactList
          facts={[
            ['Readers to ask', count(campaign.readers)],
            ['Asked', count(campaign.asked)],
            ['Reminded', count(campaign.reminded)],
            ['Confirmed', count(campaign.confirmed)],
            ['Declined', count(campaign.declined)],
            ['Bounced', count(campaign.bounced)],
            ['Deleted without an answer', count(campaign.unanswered)],
            ['Sent today', `${count(campaign.sent_today)} of at most ${count(daily_emails)}`],
            ['Emails left, if nobody answers', count(campaign.emails_left)],
            ['Last email', campaign.ends_on ? `${formatDate(campaign.ends_on)} at the earliest` : 'All are sent'],
          ]}
        />
        {!isOver && (
          <>
            <p>
              {asking === 'paused'
                ? 'Paused: no more are sent until you resume them.'
                : `Sent from ${ASK_FROM_HOUR}:00 AM to ${ASK_UNTIL_HOUR - 12}:00 PM Pacific Time, the most engaged readers first. A warm-up’s caps may allow fewer.`}
            </p>
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
