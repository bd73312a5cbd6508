import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { CentsField, NumberField } from '#client/ui/app/NumberField.tsx';
import { Picker } from '#client/ui/app/Picker.tsx';
import { Check, Field, TextField } from '#client/ui/Field.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import type { AdminField } from '#shared/admin.ts';
import { recordsQuery } from './api.ts';
import type { FormValues } from './values.ts';

type Value = FormValues[string];
type Linked = { id: unknown; label: string | undefined };
const NO_RECORD: Linked = { id: null, label: undefined };
type Props = {
  field: AdminField;
  value: Value;
  error?: ReactNode;
  onChange: (value: Value) => void;
  /** The form finds the input by this path. */
  'data-path'?: string;
  /** The linked record of the saved value. */
  linked?: Linked;
};

/** The input for a field of the registry. */
export function FieldInput({ field, value, error, onChange, linked = NO_RECORD, ...rest }: Props) {
  const { type, label, help, options, required, to } = field;
  const common = { ...rest, label, hint: help, error, required };
  const onText = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value);
  switch (type) {
    case 'flag':
      return (
        <Check
          {...rest}
          label={label}
          hint={help}
          error={error}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <SelectField
          {...common}
          options={[...(required ? [] : [{ value: '', label: 'None' }]), ...(options ?? [])]}
          value={String(value ?? '')}
          onChange={onText}
        />
      );
    case 'number':
      return (
        <NumberField {...common} value={(value as number | '' | null) ?? ''} onChange={onChange} inputMode="text" />
      );
    case 'cents':
      return <CentsField {...common} value={(value as number | '' | null) ?? ''} onChange={onChange} />;
    case 'long_text':
      return <TextField {...common} value={String(value ?? '')} onChange={onText} rows={3} />;
    case 'date':
      return <Field {...common} type="date" value={String(value ?? '')} onChange={onText} />;
    case 'instant':
      return (
        <Field
          {...common}
          type="datetime-local"
          hint={help ?? 'Pacific Time.'}
          value={String(value ?? '')}
          onChange={onText}
        />
      );
    case 'link':
      return (
        <RecordSelect
          {...common}
          entity={to!}
          value={value as number | null}
          linked={linked}
          onChange={(id) => onChange(id)}
        />
      );
    default:
      return (
        <Field {...common} type={type === 'email' ? 'email' : 'text'} value={String(value ?? '')} onChange={onText} />
      );
  }
}

const DEBOUNCE_MS = 250;

type RecordSelectProps = {
  /** The linked entity's name in the registry. */
  entity: string;
  label: string;
  hint?: string | null;
  error?: ReactNode;
  required?: boolean;
  value: number | null;
  linked: Linked;
  onChange: (id: number | null) => void;
};

/** A searchable select of an entity's records. */
function RecordSelect({ entity, value, linked, onChange, required = false, ...input }: RecordSelectProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(linked);
  const knownLabel = [chosen, linked].find(({ id }) => id === value)?.label;
  const [q] = useDebouncedValue(typed, DEBOUNCE_MS);
  const searchText = q === knownLabel ? '' : q.slice(0, 100);
  const { data } = useQuery(recordsQuery(entity, { q: searchText, per: 20 }));
  const matches = (data?.records ?? []).map(({ id, record_title }) => ({ value: String(id), label: record_title }));
  const current = value === null ? null : { value: String(value), label: knownLabel ?? String(value) };
  const options =
    current && !matches.some((option) => option.value === current.value) ? [current, ...matches] : matches;
  return (
    <Picker
      {...input}
      required={required}
      clear={required ? undefined : `No ${input.label.toLowerCase()}`}
      emptyText="No matches"
      isFiltered
      value={value === null ? null : String(value)}
      onChange={(text, option) => {
        const id = text === null ? null : Number(text);
        setChosen({ id, label: option?.label });
        onChange(id);
      }}
      onSearchChange={setTyped}
      data={options}
    />
  );
}
