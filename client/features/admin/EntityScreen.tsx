import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { registryQuery } from '#client/api/admin-registry.ts';
import { useParams } from '#client/app/router.ts';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import type { AdminEntity } from '#shared/admin.ts';
import { AdminNotFound, AdminPage } from './AdminPage.tsx';

type Props = {
  /** The right that the screen needs, in addition to seeing the entity. */
  right?: 'can_create' | 'can_edit';
  placeholder?: ReactNode;
  children: (entity: AdminEntity) => ReactNode;
};

/** Loads the registry and shows the screen of the entity in the address, if the registry has it. */
export function EntityScreen({ right, placeholder = <ListSkeleton rows={4} />, children }: Props) {
  const { entity: name } = useParams();
  const registry = useQuery(registryQuery);
  if (!registry.data)
    return (
      <AdminPage title="Admin panel">
        <QueryBoundary query={registry} placeholder={placeholder}>
          {() => null}
        </QueryBoundary>
      </AdminPage>
    );
  const entity = registry.data.entities.find((candidate) => candidate.name === name);
  return entity && (!right || entity[right]) ? children(entity) : <AdminNotFound />;
}
