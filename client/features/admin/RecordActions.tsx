import { Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from '#client/app/router.ts';
import { notify } from '#client/ui/notifications/notify.ts';
import { type AdminAction, AdminAnswer, type AdminEntity } from '#shared/admin.ts';
import { paths } from '#shared/paths.ts';
import { ActionForm } from './ActionForm.tsx';
import { ADMIN, actOn, type Opened, openedOf, recordQuery } from './api.ts';

/** What the record's state allows; each asks before it acts. */
export function RecordActions({ entity, opened }: { entity: AdminEntity; opened: Opened }) {
  const [asked, setAsked] = useState<AdminAction | null>(null);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { record } = opened;
  const act = useMutation({
    mutationFn: ({ action, body }: { action: AdminAction; body: Record<string, unknown> }) =>
      actOn(entity, record.id, action.name, body),
    meta: { form: true },
    async onSuccess(answer) {
      setAsked(null);
      notify.success(answer.message);
      if (answer[entity.singular] === null) await navigate(paths.adminList(entity.name));
      else
        client.setQueryData(
          recordQuery(entity, String(record.id)).queryKey,
          openedOf(entity, AdminAnswer.parse(answer)),
        );
      void client.invalidateQueries({ queryKey: [...ADMIN, 'list', entity.name] });
    },
  });
  const open = (action: AdminAction) => {
    act.reset();
    setAsked(action);
  };
  return (
    <>
      {entity.actions
        .filter(({ name }) => opened.actions.includes(name))
        .map((action) => (
          <Button
            key={action.name}
            variant="default"
            c={action.danger ? 'var(--danger)' : undefined}
            onClick={() => open(action)}
          >
            {action.label}
          </Button>
        ))}
      <Modal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={asked && `${asked.label}: ${record.record_title}`}
        transitionProps={{ duration: 0 }}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {asked && (
          <ActionForm
            action={asked}
            error={act.error}
            busy={act.isPending}
            onAct={(body) => act.mutate({ action: asked, body })}
            onClose={() => setAsked(null)}
          />
        )}
      </Modal>
    </>
  );
}
