import { Button, NativeSelect, PasswordInput, Radio, Stack, TextInput } from '@mantine/core';
import type * as z from 'zod';
import { useApiForm } from '#client/api/use-api-form.ts';
import { updateAccount } from '#client/session/auth-api.ts';
import { useSessionStore } from '#client/session/SessionContext.tsx';
import { changedFields } from '#client/ui/app/changed-fields.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { countryOptions } from '#client/ui/countries.ts';
import { passwordHint } from '#client/ui/password-hint.ts';
import { AccountUpdate, type CurrentPartner } from '#shared/auth.ts';
import { SUCCESS_TEXTS } from '#shared/errors.ts';
import { CodeInput } from '../CodeInput.tsx';
import { PasswordChange } from './password-change.ts';

const Details = AccountUpdate.pick({ name: true, partner_type: true, website: true, country: true });

export function DetailsForm({ partner }: { partner: CurrentPartner }) {
  const { form, onSubmit, busy } = useAccountForm({
    initialValues: {
      name: partner.name,
      partner_type: partner.partner_type,
      website: partner.website ?? '',
      country: partner.country ?? '',
    },
    schema: Details,
    bodyOf: (values, before) => changedFields(before, values),
  });
  return (
    <Panel title="Your details" lead="Readers do not see these. They see your author profiles.">
      <form onSubmit={onSubmit} noValidate>
        <Stack align="stretch">
          <TextInput
            label="Name"
            required
            withAsterisk={false}
            size="md"
            autoComplete="name"
            {...form.getInputProps('name')}
          />
          <Radio.Group label="You are" {...form.getInputProps('partner_type')}>
            <Stack gap="xs" mt="xs">
              <Radio value="author" label="Author" size="md" />
              <Radio value="publisher" label="Publisher" size="md" />
            </Stack>
          </Radio.Group>
          <TextInput
            label="Website"
            inputMode="url"
            placeholder="https://"
            size="md"
            {...form.getInputProps('website')}
          />
          <NativeSelect
            label="Country"
            size="md"
            data={[{ value: '', label: 'Not given' }, ...countryOptions()]}
            {...form.getInputProps('country')}
          />
          <div>
            <Button type="submit" size="md" loading={busy} disabled={!form.isDirty()}>
              Save details
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}

const BLANK = { password: '', password_confirmation: '', current_password: '', otp: '' };

export function PasswordForm() {
  const { form, onSubmit, busy } = useAccountForm({
    initialValues: BLANK,
    schema: PasswordChange,
    bodyOf: (values) => values,
    cleared: BLANK,
  });
  return (
    <Panel title="Change your password" lead="A new password signs you out everywhere else.">
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <PasswordInput
            label="Your current password"
            required
            withAsterisk={false}
            size="md"
            autoComplete="current-password"
            {...form.getInputProps('current_password')}
          />
          <CodeInput forRole="partner" size="md" {...form.getInputProps('otp')} />
          <PasswordInput
            label="New password"
            description={passwordHint(form.getValues().password)}
            required
            withAsterisk={false}
            size="md"
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <PasswordInput
            label="Password confirmation"
            required
            withAsterisk={false}
            size="md"
            autoComplete="new-password"
            {...form.getInputProps('password_confirmation')}
          />
          <div>
            <Button type="submit" size="md" loading={busy}>
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
  /** Passwords do not stay in a form that was saved. */
  cleared?: Partial<Values>;
};

/** A form that changes a part of the account; the session then holds the new record. */
export function useAccountForm<Values extends Record<string, unknown>>(options: Options<Values>) {
  const session = useSessionStore();
  const { initialValues, schema, bodyOf, cleared } = options;
  const account = useApiForm<Values, CurrentPartner>({
    initialValues,
    ...(schema ? { schema } : {}),
    submit: (values, before) => updateAccount(bodyOf(values, before)),
    success: SUCCESS_TEXTS.accountUpdated,
    onSuccess: (partner) => {
      session.signedIn('partner', partner);
      if (!cleared) return;
      account.form.setValues(cleared);
      account.form.resetDirty({ ...account.form.getValues(), ...cleared });
    },
  });
  return account;
}
