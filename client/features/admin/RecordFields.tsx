import type { ReactNode } from 'react';
import type { useApiForm } from '#client/api/use-api-form.ts';
import type { AdminField } from '#shared/admin.ts';
import { FieldInput } from './FieldInput.tsx';
import type { FormValues } from './values.ts';

type Props = {
  fields: readonly AdminField[];
  form: ReturnType<typeof useApiForm<FormValues, unknown>>['form'];
  /** The names of the records that links lead to. */
  labels?: { [field: string]: string };
};

export const RecordFields = ({ fields, form, labels = {} }: Props) =>
  fields.map((field) => {
    const { error, 'data-path': path } = form.getInputProps(field.name) as { error?: ReactNode; 'data-path'?: string };
    return (
      <FieldInput
        key={field.name}
        {...(path ? { 'data-path': path } : {})}
        field={field}
        value={form.values[field.name] ?? null}
        error={error}
        onChange={(value) => form.setFieldValue(field.name, value)}
        linkedLabel={labels[field.name]}
      />
    );
  });
