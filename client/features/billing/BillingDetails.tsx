import { useApiForm } from '#client/api/use-api-form.ts';
import { updateAccount } from '#client/session/auth-api.ts';
import { useSession, useSessionStore } from '#client/session/SessionContext.tsx';
import { Alert } from '#client/ui/Alert.tsx';
import { changedFields } from '#client/ui/app/changed-fields.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { Stack } from '#client/ui/Stack.tsx';
import { AccountUpdate, type CurrentPartner } from '#shared/auth.ts';
import { isSurelyPrintable } from '#shared/billing.ts';
import { SUCCESS_TEXTS } from '#shared/success-texts.ts';

const DetailsSchema = AccountUpdate.pick({ billing_name: true, tax_number: true });

/** The name and tax number on the partner's invoices. */
export function BillingDetails() {
  const { record } = useSession().partner;
  return record ? <DetailsForm partner={record} /> : null;
}

function DetailsForm({ partner }: { partner: CurrentPartner }) {
  const session = useSessionStore();
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { billing_name: partner.billing_name ?? '', tax_number: partner.tax_number ?? '' },
    schema: DetailsSchema,
    submit: (values, before) => updateAccount(changedFields(before, values)),
    success: SUCCESS_TEXTS.accountUpdated,
    onSuccess: (updated: CurrentPartner) => session.setSignedIn('partner', updated),
  });
  const canPrintName = isSurelyPrintable(partner.name);
  return (
    <Panel title="Billing details" lead="We print these on your invoices, earlier ones included.">
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          {!partner.billing_name && !canPrintName && (
            <Alert kind="warning">
              We can’t print every character in {partner.name} on invoices. Enter a billing name in Latin letters.
            </Alert>
          )}
          <Field
            label="Billing name"
            hint={`Optional. Without one, invoices show ${canPrintName ? partner.name : 'only your email address'}.`}
            maxLength={120}
            autoComplete="organization"
            {...form.getInputProps('billing_name')}
          />
          <Field
            label="Tax ID"
            hint="Optional. For example, your VAT number."
            maxLength={40}
            {...form.getInputProps('tax_number')}
          />
          <div>
            <Button type="submit" busy={busy} disabled={!form.isDirty()}>
              Save billing details
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}
