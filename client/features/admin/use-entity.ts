import { useQuery } from '@tanstack/react-query';
import { useParams } from '#client/app/router.ts';
import type { AdminEntity } from '#shared/admin.ts';
import { registryQuery } from './api.ts';

/** The entity of the address: undefined while the registry loads, null when the caller has no such list. */
export function useEntity(): { entity: AdminEntity | null | undefined; registry: ReturnType<typeof useRegistry> } {
  const { entity: name } = useParams();
  const registry = useRegistry();
  const { data } = registry;
  return { entity: data && (data.entities.find((one) => one.name === name) ?? null), registry };
}

const useRegistry = () => useQuery(registryQuery);

/** Whether an entity is in the caller's registry. */
export const useSees = (name: string | null) =>
  useRegistry().data?.entities.some((entity) => entity.name === name) ?? false;
