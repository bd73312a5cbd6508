import { Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fieldErrors } from '#client/api/api-error.ts';
import { useNavigate } from '#client/app/router.ts';
import { sentence } from '#client/ui/Field.tsx';
import { notify } from '#client/ui/notifications/notify.ts';
import { type AdminAction, AdminAnswer, type AdminEntity } from '#shared/admin.ts';
import { paths } from '#shared/paths.ts';
import { ADMIN, actOn, type Opened, openedOf, recordQuery } from './api.ts';
import { FieldInput } from './FieldInput.tsx';
import classes from './RecordActions.module.css';
import { bodyOf, initialValues } from './values.ts';

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

type Props = {
  action: AdminAction;
  error: Error | null;
  busy: boolean;
  onAct: (body: Record<string, unknown>) => void;
  onClose: () => void;
};

/** The confirm dialog of an action: what will happen, and what it needs to know. */
function ActionForm({ action, error, busy, onAct, onClose }: Props) {
  const [values, setValues] = useState(() => initialValues(action.fields));
  const errors = fieldErrors(error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAct(bodyOf(action.fields, values));
  };
  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      <p>{action.confirm}</p>
      {action.fields.map((field) => {
        const message = (errors as { [name: string]: string[] | undefined })[field.name]?.[0];
        return (
          <FieldInput
            key={field.name}
            field={field}
            value={values[field.name] ?? null}
            error={message && sentence(field.label, message)}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        );
      })}
      <div className={classes.buttons}>
        <Button type="submit" color={action.danger ? 'red' : 'deckle'} loading={busy}>
          {action.label}
        </Button>
        <Button type="button" variant="default" onClick={onClose}>
          Back
        </Button>
      </div>
    </form>
  );
}
