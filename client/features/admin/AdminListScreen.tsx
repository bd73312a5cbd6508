import { Button as MantineButton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { download } from '#client/api/download.ts';
import { useSearchParams } from '#client/app/router.ts';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { changedSearch } from '#client/ui/app/list-search.ts';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { pageOf } from '#client/ui/page-of.ts';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import type { AdminEntity } from '#shared/admin.ts';
import { adminApi } from '#shared/api/admin.ts';
import { pathWith } from '#shared/api/client.ts';
import { paths } from '#shared/paths.ts';
import { AdminPage } from './AdminPage.tsx';
import { recordsQuery } from './api.ts';
import { Filters } from './Filters.tsx';
import { filtersIn, listQueryOf } from './list-address.ts';
import { NoSuchList } from './NoSuchList.tsx';
import { RecordTable } from './RecordTable.tsx';
import { useEntity } from './use-entity.ts';

export function AdminListScreen() {
  const { entity } = useEntity();
  if (entity === null) return <NoSuchList />;
  if (!entity) return <AdminPage title="Admin panel">{<ListSkeleton rows={8} height={52} />}</AdminPage>;
  return <EntityList key={entity.name} entity={entity} />;
}

function EntityList({ entity }: { entity: AdminEntity }) {
  const [params, setParams] = useSearchParams();
  const filters = filtersIn(entity, params);
  const query = useQuery(recordsQuery(entity.name, listQueryOf(entity, params, pageOf(params))));
  const file = useMutation({
    mutationFn: () => download(pathWith(adminApi.csv.path, { entity: entity.name }), { role: 'user', query: filters }),
  });
  const change = (part: { [name: string]: string }) => setParams(changedSearch(params, part), { replace: true });
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <AdminPage
      title={entity.label}
      lead={entity.about}
      tools={
        <>
          {entity.can_create && (
            <Button to={paths.adminNew(entity.name)}>New {entity.singular_label.toLowerCase()}</Button>
          )}
          <MantineButton variant="default" loading={file.isPending} onClick={() => file.mutate()}>
            Download CSV
          </MantineButton>
        </>
      }
    >
      <Filters entity={entity} filters={filters} onChange={change} />
      <Loaded query={query} waiting={<ListSkeleton rows={8} height={52} />}>
        {({ records, meta }) =>
          records.length === 0 ? (
            <EmptyState
              title={isFiltered ? 'Nothing fits' : 'There is nothing yet'}
              action={isFiltered && <Button to={paths.adminList(entity.name)}>Show all</Button>}
            />
          ) : (
            <>
              <p role="status">
                {meta.total_count.toLocaleString('en-US')} {meta.total_count === 1 ? 'record' : 'records'}
              </p>
              <RecordTable entity={entity} records={records} params={params} />
              <Pagination meta={meta} href={(page) => `?${changedSearch(params, { page: String(page) })}`} />
            </>
          )
        }
      </Loaded>
    </AdminPage>
  );
}
