import { Button, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { changedFields } from '#client/ui/app/changed-fields.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { countryOptions } from '#client/ui/countries.ts';
import { AccountUpdate, type CurrentPartner } from '#shared/auth.ts';
import { useAccountForm } from './use-account-form.ts';

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
