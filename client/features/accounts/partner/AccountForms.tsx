import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { useApiForm } from '#client/api/use-api-form.ts';
import { updateAccount } from '#client/session/auth-api.ts';
import { useSessionStore } from '#client/session/SessionContext.tsx';
import { changedFields } from '#client/ui/app/changed-fields.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { countryOptions } from '#client/ui/countries.ts';
import { Check, Choices, Field } from '#client/ui/Field.tsx';
import { passwordHint } from '#client/ui/password-hint.ts';
import { SelectField } from '#client/ui/SelectField.tsx';
import { Stack } from '#client/ui/Stack.tsx';
import { AccountUpdate, type CurrentPartner } from '#shared/auth.ts';
import { Email } from '#shared/params.ts';
import { SUCCESS_TEXTS } from '#shared/success-texts.ts';
import { CodeInput } from '../CodeInput.tsx';
import { reloadAccess } from '../SessionsPanel.tsx';
import { PasswordChange } from './password-change.ts';

const PARTNER_TYPES = [
  { value: 'author', label: 'Author' },
  { value: 'publisher', label: 'Publisher' },
];

const DetailsSchema = AccountUpdate.pick({ name: true, partner_type: true, website: true, country: true });

export function DetailsForm({ partner }: { partner: CurrentPartner }) {
  const { form, onSubmit, busy } = useAccountForm({
    initialValues: {
      name: partner.name,
      partner_type: partner.partner_type,
      website: partner.website ?? '',
      country: partner.country ?? '',
    },
    schema: DetailsSchema,
    bodyOf: (values, before) => changedFields(before, values),
  });
  return (
    <Panel title="Your details" lead="Readers don’t see these. They see your author profiles.">
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <Field label="Name" required autoComplete="name" {...form.getInputProps('name')} />
          <Choices type="radio" label="Account type" options={PARTNER_TYPES} {...form.getInputProps('partner_type')} />
          <Field label="Website" inputMode="url" placeholder="https://" {...form.getInputProps('website')} />
          <SelectField
            label="Country"
            options={[{ value: '', label: 'Not specified' }, ...countryOptions()]}
            {...form.getInputProps('country')}
          />
          <div>
            <Button type="submit" busy={busy} disabled={!form.isDirty()}>
              Save details
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}

const EmailChangeSchema = z.object({ email: Email, current_password: z.string().min(1) });

export function EmailForm({ partner }: { partner: CurrentPartner }) {
  const { form, onSubmit, busy } = useAccountForm({
    initialValues: { email: partner.email, current_password: '', otp: '' },
    schema: EmailChangeSchema,
    bodyOf: (values) => values,
    resetAfterSave: { current_password: '', otp: '' },
  });
  return (
    <Panel
      title="Change your email"
      lead="You sign in with this address, and we send our emails to it. We’ll ask you to verify a new one. A new address signs you out everywhere else and revokes your API keys. We can’t approve promotions until you verify it."
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <Field label="Email" type="email" required autoComplete="email" {...form.getInputProps('email')} />
          <Field
            type="password"
            label="Current password"
            required
            autoComplete="current-password"
            {...form.getInputProps('current_password')}
          />
          <CodeInput forRole="partner" {...form.getInputProps('otp')} />
          <div>
            <Button type="submit" busy={busy}>
              Change email
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}

const EMAIL_SETTINGS = [
  {
    field: 'reminder_emails',
    label: 'Reminders',
    description: 'Sent three days and one day before a promotion, so you remember to set your price.',
  },
  {
    field: 'recapture_emails',
    label: 'Check-in emails',
    description: 'Sent at most once a month if you have an unfinished draft or haven’t run a promotion in a while.',
  },
  { field: 'subscribe_me', label: 'News for authors', description: 'Occasional tips and product news.' },
] as const;

export function EmailSwitches({ partner }: { partner: CurrentPartner }) {
  const { reminder_emails, recapture_emails, subscribe_me } = partner;
  const { form, onSubmit, busy } = useAccountForm({
    initialValues: { reminder_emails, recapture_emails, subscribe_me },
    bodyOf: (values, before) => changedFields(before, values),
  });
  return (
    <Panel title="Emails from us">
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          {EMAIL_SETTINGS.map(({ field, label, description }) => (
            <Check
              role="switch"
              key={field}
              label={label}
              hint={description}
              {...form.getInputProps(field, { type: 'checkbox' })}
            />
          ))}
          <p>We’ll always email you about your promotions, their results, and charges.</p>
          <div>
            <Button type="submit" busy={busy} disabled={!form.isDirty()}>
              Save email settings
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}

const BLANK = { password: '', password_confirmation: '', current_password: '', otp: '' };

export function PasswordForm({ onSaved }: { onSaved: () => void }) {
  const { form, onSubmit, busy } = useAccountForm({
    initialValues: BLANK,
    schema: PasswordChange,
    bodyOf: (values) => values,
    resetAfterSave: BLANK,
    onSaved,
  });
  return (
    <Panel title="Change your password" lead="A new password signs you out everywhere else and revokes your API keys.">
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <Field
            type="password"
            label="Your current password"
            required
            autoComplete="current-password"
            {...form.getInputProps('current_password')}
          />
          <CodeInput forRole="partner" {...form.getInputProps('otp')} />
          <Field
            type="password"
            label="New password"
            hint={passwordHint(form.getValues().password)}
            required
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <Field
            type="password"
            label="Confirm password"
            required
            autoComplete="new-password"
            {...form.getInputProps('password_confirmation')}
          />
          <div>
            <Button type="submit" busy={busy}>
              Change password
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}

type Options<Values> = {
  initialValues: Values;
  schema?: z.ZodType;
  bodyOf: (values: Values, before: Values) => Partial<AccountUpdate>;
  /**
   * Values to set after a change that signs the account out elsewhere, so that passwords don't stay in the form. The
   * lists of sessions and API keys are reloaded, too.
   */
  resetAfterSave?: Partial<Values>;
  onSaved?: () => void;
};

/** A form for a part of the account. Saving also updates the session's record. */
function useAccountForm<Values extends Record<string, unknown>>(options: Options<Values>) {
  const session = useSessionStore();
  const queryClient = useQueryClient();
  const { initialValues, schema, bodyOf, resetAfterSave, onSaved } = options;
  const account = useApiForm<Values, CurrentPartner>({
    initialValues,
    ...(schema ? { schema } : {}),
    submit: (values, before) => updateAccount(bodyOf(values, before)),
    success: SUCCESS_TEXTS.accountUpdated,
    onSuccess: (partner) => {
      session.setSignedIn('partner', partner);
      onSaved?.();
      if (!resetAfterSave) return;
      void reloadAccess(queryClient, 'partner');
      account.form.setValues(resetAfterSave);
      account.form.resetDirty({ ...account.form.getInitialValues(), ...resetAfterSave });
    },
  });
  return account;
}
