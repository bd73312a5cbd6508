import { Button, Stack, Switch, Text } from '@mantine/core';
import { changedFields } from '#client/ui/app/changed-fields.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import type { CurrentPartner } from '#shared/auth.ts';
import { useAccountForm } from './use-account-form.ts';

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

export function MailSwitches({ partner }: { partner: CurrentPartner }) {
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
            <Button type="submit" size="md" loading={busy} disabled={!form.isDirty()}>
              Save mail settings
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}
