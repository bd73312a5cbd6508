import type * as z from 'zod';
import { useApiForm } from '#client/api/use-api-form.ts';
import { updateAccount } from '#client/session/auth-api.ts';
import { useSessionStore } from '#client/session/SessionContext.tsx';
import type { AccountUpdate, CurrentPartner } from '#shared/auth.ts';
import { SUCCESS_TEXTS } from '#shared/errors.ts';

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
