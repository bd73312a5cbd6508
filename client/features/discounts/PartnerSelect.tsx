import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { clientFor } from '#client/api/client.ts';
import type { AdminRecord } from '#shared/admin.ts';
import { adminApi } from '#shared/api/admin.ts';

const admin = clientFor(adminApi, 'user');
const entity = 'partners';
const WAIT_MS = 250;

type Props = { value?: number | null; error?: ReactNode; onChange?: (id: number | null) => void };

/** Finds one partner by name or address. */
export function PartnerSelect({ value = null, error, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, WAIT_MS);
  const { data: found = [] } = useQuery({
    queryKey: ['user', 'partners', 'search', q],
    queryFn: async () => (await admin.list({ entity, query: { q: q.slice(0, 100), per: 20 } })).partners,
  });
  const { data: chosen } = useQuery({
    queryKey: ['user', 'partners', 'one', value],
    queryFn: async () => (await admin.show({ entity, record: String(value) })).partner as AdminRecord | undefined,
    enabled: value !== null,
  });
  const partners = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  return (
    <Select
      label="Only for the partner"
      placeholder="All partners"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'All partners' }}
      nothingFoundMessage="No such partner"
      comboboxProps={{ withinPortal: false }}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange?.(id === null ? null : Number(id))}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={partners.map(({ id, record_title, uid }) => ({ value: String(id), label: `${record_title}, ${uid}` }))}
      error={error}
    />
  );
}
