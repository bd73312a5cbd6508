import { Checkbox, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { CentsInput } from '#client/ui/app/CentsInput.tsx';
import type { AdminField } from '#shared/admin.ts';
import { RecordSelect } from './RecordSelect.tsx';
import type { FormValues } from './values.ts';

type Value = FormValues[string];
type Props = {
  field: AdminField;
  value: Value;
  error?: ReactNode;
  onChange: (value: Value) => void;
  /** The path by which the form finds the input again. */
  'data-path'?: string;
  /** How the record is called that a link leads to at present. */
  linkedLabel?: string | undefined;
};

/** The input for a field of the registry. */
export function FieldInput({ field, value, error, onChange, linkedLabel, ...rest }: Props) {
  const { type, label, help, options, required, to } = field;
  const common = { ...rest, label, description: help, error, required, withAsterisk: false };
  const typed = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value);
  switch (type) {
    case 'flag':
      return (
        <Checkbox
          {...rest}
          label={label}
          description={help}
          error={error}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <NativeSelect
          {...common}
          data={[...(required ? [] : [{ value: '', label: 'None' }]), ...(options ?? [])]}
          value={String(value ?? '')}
          onChange={typed}
        />
      );
    case 'number':
      return (
        <NumberInput {...common} value={(value as number | '' | null) ?? ''} onChange={onChange} inputMode="text" />
      );
    case 'cents':
      return <CentsInput {...common} value={(value as number | '' | null) ?? ''} onChange={onChange} />;
    case 'long_text':
      return <Textarea {...common} value={String(value ?? '')} onChange={typed} autosize minRows={3} maxRows={18} />;
    case 'date':
      return <TextInput {...common} type="date" value={String(value ?? '')} onChange={typed} />;
    case 'instant':
      return (
        <TextInput
          {...common}
          type="datetime-local"
          description={help ?? 'Pacific Time.'}
          value={String(value ?? '')}
          onChange={typed}
        />
      );
    case 'link':
      return (
        <RecordSelect
          {...common}
          entity={to!}
          value={value as number | null}
          valueLabel={linkedLabel}
          onChange={(id) => onChange(id)}
        />
      );
    default:
      return (
        <TextInput
          {...common}
          type={type === 'email' ? 'email' : 'text'}
          value={String(value ?? '')}
          onChange={typed}
        />
      );
  }
}
