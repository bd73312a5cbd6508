import { schemaResolver, useForm } from '@mantine/form';
import { type QueryKey, useMutation } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import type * as z from 'zod';
import { fieldLabel } from '#shared/errors.ts';
import { installZodMessages } from '#shared/validation.ts';
import { fieldErrors } from './api-error.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

installZodMessages();

type FormErrors = ReturnType<typeof useForm>['errors'];

type Options<Values, Result> = {
  initialValues: Values;
  /** Validates before sending, usually with the server's schema or a part of it. */
  schema?: z.ZodType;
  /** `before` has the initial or last saved values. Others may have changed the record since. */
  submit: (values: Values, before: Values) => Promise<Result>;
  onSuccess?: (result: Result) => void;
  /** Called after success or failure, such as to reload what a lost response may have changed. */
  onSettled?: () => unknown;
  /** Called before values are sent. If it returns false, nothing is sent. */
  confirm?: () => boolean;
  /** The notification after success. */
  success?: string;
  /** True if typed values are saved elsewhere too, so that leaving loses nothing. */
  isSavedElsewhere?: boolean;
  onValuesChange?: (values: Values) => void;
};

/**
 * A Mantine form for the screens of partners and staff. It validates with `schema`, shows the server's errors beside
 * their fields, focuses the first invalid field, keeps typed values, and asks before unsaved changes are lost.
 */
export function useApiForm<Values extends Record<string, unknown>, Result>({
  initialValues,
  schema,
  submit,
  onSuccess,
  onSettled,
  confirm = () => true,
  success,
  isSavedElsewhere = false,
  onValuesChange,
}: Options<Values, Result>) {
  const isHandlingSuccess = useRef(false);
  const form = useForm<Values>({
    // The page may have several forms with the same fields. Mantine refuses underscores.
    name: useId().replaceAll('_', '-'),
    initialValues,
    ...(onValuesChange && { onValuesChange }),
    validate: (values) => (schema ? asSentences(schemaResolver(schema as never, { sync: true })(values), labelOf) : {}),
  });
  const mutation = useMutation({
    mutationFn: (values: Values) => submit(values, form.getInitialValues()),
    meta: { form: (error: unknown) => areAllShown(firstMessages(fieldErrors(error))), ...(success ? { success } : {}) },
    onSuccess(result, sentValues) {
      isHandlingSuccess.current = true;
      form.resetDirty(sentValues);
      onSuccess?.(result);
      isHandlingSuccess.current = false;
    },
    onError(error) {
      const errors = asSentences(firstMessages(fieldErrors(error)), labelOf);
      form.setErrors(errors);
      focusFirst(errors);
    },
    ...(onSettled && { onSettled }),
  });
  useUnsavedGuard(() => !isSavedElsewhere && !isHandlingSuccess.current && form.isDirty());

  /** The field's label. For radio buttons, lists, and calendars, returns the label of their group. */
  function labelOf(path: string): string | undefined {
    const input = form.getInputNode(path) as HTMLInputElement | null;
    const group = input?.matches('fieldset, [type=radio]') ? input.closest('fieldset') : null;
    const label = group?.querySelector('legend') ?? input?.labels?.[0];
    if (!label) return input?.querySelector('[role=group]')?.getAttribute('aria-label') ?? undefined;
    return label.textContent.replace(/\W+$/, '');
  }
  const inputsOf = (errors: FormErrors) => Object.keys(errors).map((field) => form.getInputNode(field));
  /**
   * True if every error is shown beside a field. Otherwise a notification is needed, or the button would seem to do
   * nothing.
   */
  const areAllShown = (errors: FormErrors) => inputsOf(errors).length > 0 && inputsOf(errors).every(Boolean);
  const focusFirst = (errors: FormErrors) => {
    const input = inputsOf(errors).find(Boolean);
    const details = input?.closest('details');
    if (details) details.open = true;
    input?.focus();
    return input;
  };
  const send = (values: Values) => {
    if (confirm()) mutation.mutate(values);
  };
  return {
    form,
    // If no field can show the errors, sends anyway, so that the server's refusal is shown as a notification.
    onSubmit: form.onSubmit(send, (errors, values) => focusFirst(errors) ?? send(values)),
    busy: mutation.isPending,
  };
}

/**
 * 'is too short' under `sale_price_cents` → 'Deal price is too short', by the field's label. Complete sentences stay as
 * they are.
 */
function asSentences(errors: FormErrors, labelOf: (path: string) => string | undefined): FormErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, message]) => [
      path,
      typeof message === 'string' && /^[a-z]/.test(message)
        ? `${labelOf(path) ?? fieldLabel(path.split('.')[0] ?? path)} ${message}`
        : message,
    ]),
  );
}

const firstMessages = (errors: { [field: string]: string[] | undefined }) =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([field, messages]) =>
      ['base', 'full_messages'].includes(field) || !messages?.[0] ? [] : [[field, messages[0]]],
    ),
  );

/** Gives a form its own, fresh copy of a record, separate from the cached one that other screens share. */
export const freshQuery = <Q extends { queryKey: QueryKey }>(query: Q): Q =>
  ({ ...query, queryKey: [...query.queryKey, 'for editing'], gcTime: 0 }) as Q;
