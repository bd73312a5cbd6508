import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type * as z from 'zod';
import { fieldLabel } from '#shared/errors.ts';
import { speakPlainly } from '#shared/validation.ts';
import { fieldErrors } from './api-error.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

speakPlainly();

type FormErrors = ReturnType<typeof useForm>['errors'];

type Options<Values, Answer> = {
  initialValues: Values;
  /** Checked before anything is sent; the same schema the server uses. */
  schema?: z.ZodType;
  submit: (values: Values) => Promise<Answer>;
  onSuccess?: (answer: Answer) => void;
  /** The notification after success. */
  success?: string;
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
}: Options<Values, Answer>) {
  const saved = useRef(false);
  const form = useForm<Values>({
    initialValues,
    validate: (values) => (schema ? asSentences(schemaResolver(schema as never, { sync: true })(values)) : {}),
  });
  const mutation = useMutation({
    mutationFn: submit,
    meta: { form: true, ...(success ? { success } : {}) },
    onSuccess(answer) {
      saved.current = true;
      form.resetDirty();
      onSuccess?.(answer);
      saved.current = false;
    },
    onError(error) {
      const errors = asSentences(firstOf(fieldErrors(error)));
      form.setErrors(errors);
      focusFirst(errors);
    },
  });
  useUnsavedGuard(() => !saved.current && form.isDirty());

  const focusFirst = (errors: FormErrors) => {
    const field = Object.keys(errors)[0];
    if (field) form.getInputNode(field)?.focus();
  };
  return { form, onSubmit: form.onSubmit((values) => mutation.mutate(values), focusFirst), busy: mutation.isPending };
}

/** 'is too short' under `sale_price_cents` → 'Sale price is too short'; whole sentences stand as they are. */
function asSentences(errors: FormErrors): FormErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, message]) => [
      path,
      typeof message === 'string' && /^[a-z]/.test(message)
        ? `${fieldLabel(path.split('.')[0] ?? path)} ${message}`
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
