import { Button as MantineButton, PasswordInput, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import * as z from 'zod';
import { clientFor } from '#client/api/client.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { changedFields } from '#client/ui/app/changed-fields.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { CopyText } from '#client/ui/CopyButton.tsx';
import { DownloadButton } from '#client/ui/DownloadButton.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { partnersApi } from '#shared/api/partners.ts';
import { promotionsApi } from '#shared/api/promotions.ts';
import type { CurrentPartner } from '#shared/auth.ts';
import { Email } from '#shared/params.ts';
import { CodeInput } from '../CodeInput.tsx';
import { SecondFactorPanel } from '../SecondFactorPanel.tsx';
import { SessionsPanel } from '../SessionsPanel.tsx';
import { DetailsForm, PasswordForm, useAccountForm } from './AccountForms.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';

export function AccountScreen() {
  const { record } = useSession().partner;
  if (!record) return null;
  return (
    <Page width="text">
      <Seo title="Edit account" description="Your details, password and e-mail settings." noindex />
      <PageTitle>Edit account</PageTitle>
      <DetailsForm partner={record} />
      <EmailForm partner={record} />
      <PasswordForm />
      <SecondFactorPanel forRole="partner" />
      <SessionsPanel forRole="partner" />
      <MailSwitches partner={record} />
      <CalendarFeed />
      <DataExport />
      <DeleteAccount />
    </Page>
  );
}

const EmailChange = z.object({ email: Email, current_password: z.string().min(1) });

/** You sign in with this address, so changing it needs the password. */
function EmailForm({ partner }: { partner: CurrentPartner }) {
  const { form, onSubmit, busy } = useAccountForm({
    initialValues: { email: partner.email, current_password: '', otp: '' },
    schema: EmailChange,
    bodyOf: (values) => values,
    cleared: { current_password: '', otp: '' },
  });
  return (
    <Panel
      title="Change your email"
      lead="You sign in with it, and our emails go there. We’ll ask you to verify a new address."
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <TextInput
            label="Email"
            type="email"
            required
            withAsterisk={false}
            size="md"
            autoComplete="email"
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Current password"
            required
            withAsterisk={false}
            size="md"
            autoComplete="current-password"
            {...form.getInputProps('current_password')}
          />
          <CodeInput forRole="partner" size="md" {...form.getInputProps('otp')} />
          <div>
            <MantineButton type="submit" size="md" loading={busy}>
              Change email
            </MantineButton>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}

const SWITCHES = [
  {
    field: 'reminder_emails',
    label: 'Reminders',
    description: 'Three days and one day before a promotion: set your price.',
  },
  {
    field: 'recapture_emails',
    label: 'Nudges',
    description: 'About a draft you left, or a long time without a promotion. At most once a month.',
  },
  { field: 'subscribe_me', label: 'News for authors', description: 'Now and then.' },
] as const;

function MailSwitches({ partner }: { partner: CurrentPartner }) {
  const { reminder_emails, recapture_emails, subscribe_me } = partner;
  const { form, onSubmit, busy } = useAccountForm({
    initialValues: { reminder_emails, recapture_emails, subscribe_me },
    bodyOf: (values, before) => changedFields(before, values),
  });
  return (
    <Panel title="Mails from us">
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          {SWITCHES.map(({ field, label, description }) => (
            <Switch
              key={field}
              size="md"
              label={label}
              description={description}
              {...form.getInputProps(field, { type: 'checkbox' })}
            />
          ))}
          <Text c="dimmed">Mails about your own promotions, their results and charges are always sent.</Text>
          <div>
            <MantineButton type="submit" size="md" loading={busy} disabled={!form.isDirty()}>
              Save mail settings
            </MantineButton>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}

/** The address is a key, so it is shown only to those who ask. */
function CalendarFeed() {
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

/** Everything that is kept about the partner, as one file. */
const DataExport = () => (
  <Panel
    title="Your data"
    lead="One JSON file with all that we keep about you: books, promotions, clicks, invoices, mails and more."
  >
    <div>
      <DownloadButton path={partnersApi.export.path}>Download my data</DownloadButton>
    </div>
  </Panel>
);
