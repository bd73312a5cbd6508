import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { recordsQuery } from './api.ts';

const WAIT_MS = 250;

type Props = {
  /** The registry's name of what is chosen. */
  entity: string;
  label: string;
  description?: string | null;
  error?: ReactNode;
  required?: boolean;
  value: number | null;
  /** What the present value is called. */
  valueLabel?: string | undefined;
  onChange: (id: number | null) => void;
};

/** Finds one record of an entity by its words. */
export function RecordSelect({ entity, value, valueLabel, onChange, required = false, ...input }: Props) {
  const [typed, setTyped] = useState('');
  const [known, setKnown] = useState(valueLabel);
  const [q] = useDebouncedValue(typed, WAIT_MS);
  const words = q === known ? '' : q.slice(0, 100);
  const { data } = useQuery(recordsQuery(entity, { q: words, per: 20 }));
  const found = (data?.records ?? []).map(({ id, record_title }) => ({ value: String(id), label: record_title }));
  const chosen = value === null ? null : { value: String(value), label: known ?? String(value) };
  const options = chosen && !found.some((option) => option.value === chosen.value) ? [chosen, ...found] : found;
  return (
    <Select
      {...input}
      required={required}
      withAsterisk={false}
      searchable
      clearable={!required}
      clearButtonProps={{ 'aria-label': `No ${input.label.toLowerCase()}` }}
      nothingFoundMessage="Nothing fits"
      comboboxProps={{ withinPortal: false }}
      value={value === null ? null : String(value)}
      onChange={(id, option) => {
        setKnown(option?.label);
        onChange(id === null ? null : Number(id));
      }}
      onSearchChange={setTyped}
      filter={({ options: all }) => all}
      data={options}
    />
  );
}
