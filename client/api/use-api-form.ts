import { schemaResolver, useForm } from '@mantine/form';
import { type QueryKey, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type * as z from 'zod';
import { fieldLabel } from '#shared/errors.ts';
import { installZodMessages } from '#shared/validation.ts';
import { fieldErrors } from './api-error.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

installZodMessages();

type FormErrors = ReturnType<typeof useForm>['errors'];

type Options<Values, Answer> = {
  initialValues: Values;
  /** Checked before anything is sent; the same schema the server uses. */
  schema?: z.ZodType;
  /** `before` has the form's first or last saved values. Others may have changed the record since. */
  submit: (values: Values, before: Values) => Promise<Answer>;
  onSuccess?: (answer: Answer) => void;
  /** The notification after success. */
  success?: string;
  /** True if what was typed is kept elsewhere, so that leaving loses nothing. */
  isKept?: boolean;
};

/**
 * A Mantine form for the partner's and staff's screens: checks by the shared schema, shows the server's field errors in
 * the same places, jumps to the first, keeps what was typed, and asks before unsaved changes are left.
 */
export function useApiForm<Values extends Record<string, unknown>, Answer>({
  initialValues,
  schema,
  submit,
  onSuccess,
  success,
  isKept = false,
}: Options<Values, Answer>) {
  const saved = useRef(false);
  const form = useForm<Values>({
    initialValues,
    validate: (values) => (schema ? asSentences(schemaResolver(schema as never, { sync: true })(values), labelOf) : {}),
  });
  const mutation = useMutation({
    mutationFn: (values: Values) => submit(values, form.getInitialValues()),
    meta: { form: (error: unknown) => hasPlaces(firstOf(fieldErrors(error))), ...(success ? { success } : {}) },
    onSuccess(answer, sent) {
      saved.current = true;
      form.resetDirty(sent);
      onSuccess?.(answer);
      saved.current = false;
    },
    onError(error) {
      const errors = asSentences(firstOf(fieldErrors(error)), labelOf);
      form.setErrors(errors);
      focusFirst(errors);
    },
  });
  useUnsavedGuard(() => !isKept && !saved.current && form.isDirty());

  /** The label that the form shows for the field. That of radio buttons, and of a list, is the legend of their group. */
  function labelOf(path: string): string | undefined {
    const input = form.getInputNode(path) as HTMLInputElement | null;
    const group = input?.matches('fieldset, [type=radio]') ? input.closest('fieldset') : null;
    const label = group?.querySelector('legend') ?? input?.labels?.[0];
    return label?.textContent.replace(/\W+$/, '');
  }
  const placesOf = (errors: FormErrors) => Object.keys(errors).map((field) => form.getInputNode(field));
  /** True if each error is shown beside a field. The others need a notification, or the button would seem to do nothing. */
  const hasPlaces = (errors: FormErrors) => placesOf(errors).length > 0 && placesOf(errors).every(Boolean);
  const focusFirst = (errors: FormErrors) => {
    const place = placesOf(errors).find(Boolean);
    const folded = place?.closest('details');
    if (folded) folded.open = true;
    place?.focus();
    return place;
  };
  const send = (values: Values) => mutation.mutate(values);
  return {
    form,
    // If no field can show the errors, the server's refusal is shown as a notice.
    onSubmit: form.onSubmit(send, (errors, values) => focusFirst(errors) ?? send(values)),
    busy: mutation.isPending,
  };
}

/** 'is too short' under `sale_price_cents` → 'Deal price is too short', by the field's label; whole sentences stay as they are. */
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

const firstOf = (errors: { [field: string]: string[] | undefined }) =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([field, messages]) =>
      ['base', 'full_messages'].includes(field) || !messages?.[0] ? [] : [[field, messages[0]]],
    ),
  );

/** A record's query for a form, which keeps its first answer: fetched for each form, never shared with another screen. */
export const freshQuery = <Q extends { queryKey: QueryKey }>(query: Q): Q =>
  ({ ...query, queryKey: [...query.queryKey, 'for editing'], gcTime: 0 }) as Q;
