import { useQuery } from '@tanstack/react-query';
import { useParams } from '#client/app/router.ts';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import type { AdminEntity } from '#shared/admin.ts';
import { paths } from '#shared/paths.ts';
import { AdminPage, PANEL } from './AdminPage.tsx';
import { recordQuery } from './api.ts';
import { CreateForm } from './CreateForm.tsx';
import { EditForm } from './EditForm.tsx';
import { NoSuchList } from './NoSuchList.tsx';
import { useEntity } from './use-entity.ts';

export function AdminNewScreen() {
  const { entity } = useEntity();
  if (entity === null || entity?.can_create === false) return <NoSuchList />;
  if (!entity) return <AdminPage title="Admin panel">{<ListSkeleton rows={4} />}</AdminPage>;
  return (
    <AdminPage title={`New ${entity.singular_label.toLowerCase()}`} trail={trailTo(entity)}>
      <Panel title="Its facts">
        <CreateForm entity={entity} />
      </Panel>
    </AdminPage>
  );
}

export function AdminEditScreen() {
  const { entity } = useEntity();
  if (entity === null || entity?.can_edit === false) return <NoSuchList />;
  if (!entity) return <AdminPage title="Admin panel">{<ListSkeleton rows={4} />}</AdminPage>;
  return <Edit entity={entity} />;
}

function Edit({ entity }: { entity: AdminEntity }) {
  const { id = '' } = useParams();
  const query = useQuery(recordQuery(entity, id));
  const record = query.data?.record;
  const trail = record ? [{ label: record.record_title, to: paths.adminRecord(entity.name, id) }] : [];
  return (
    <AdminPage title={`Edit ${entity.singular_label.toLowerCase()}`} trail={[...trailTo(entity), ...trail]}>
      <Loaded query={query}>
        {(opened) => (
          <Panel title={opened.record.record_title} lead="What changes is in the trail, with your name.">
            <EditForm entity={entity} opened={opened} />
          </Panel>
        )}
      </Loaded>
    </AdminPage>
  );
}

const trailTo = ({ label, name }: AdminEntity) => [PANEL, { label, to: paths.adminList(name) }];
