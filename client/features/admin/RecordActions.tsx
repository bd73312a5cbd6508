import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fieldErrors } from '#client/api/api-error.ts';
import { useNavigate } from '#client/app/router.ts';
import { Dialog } from '#client/ui/app/Dialog.tsx';
import { Button } from '#client/ui/Button.tsx';
import { toSentence } from '#client/ui/field-errors.ts';
import { notify } from '#client/ui/notifications/notify.ts';
import { Row } from '#client/ui/Stack.tsx';
import { type AdminAction, type AdminEntity, AdminResponse } from '#shared/admin.ts';
import { paths } from '#shared/paths.ts';
import classes from './AdminRecordScreen.module.css';
import { ADMIN, type Opened, openedOf, recordQuery, runAction } from './api.ts';
import { FieldInput } from './FieldInput.tsx';
import { bodyOf, initialValues } from './values.ts';

/** The actions that the record's state allows; each asks before it acts. */
export function RecordActions({ entity, opened }: { entity: AdminEntity; opened: Opened }) {
  const [asked, setAsked] = useState<AdminAction | null>(null);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { record } = opened;
  const act = useMutation({
    mutationFn: ({ action, body }: { action: AdminAction; body: Record<string, unknown> }) =>
      runAction(entity, record.id, action.name, body),
    meta: { form: true },
    async onSuccess(answer) {
      setAsked(null);
      notify.success(answer.message);
      if (answer[entity.singular] === null) await navigate(paths.adminList(entity.name));
      else
        client.setQueryData(
          recordQuery(entity, String(record.id)).queryKey,
          openedOf(entity, AdminResponse.parse(answer)),
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
          <Button key={action.name} look={action.danger ? 'danger' : 'quiet'} onClick={() => open(action)}>
            {action.label}
          </Button>
        ))}
      <Dialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={asked && `${asked.label}: ${record.record_title}`}
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
      </Dialog>
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

/** The confirmation of an action, with the fields it needs. */
function ActionForm({ action, error, busy, onAct, onClose }: Props) {
  const [values, setValues] = useState(() => initialValues(action.fields));
  const errors = fieldErrors(error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAct(bodyOf(action.fields, values));
  };
  return (
    <form onSubmit={submit} className={classes.actionForm} noValidate>
      <p>{action.confirm}</p>
      {action.fields.map((field) => {
        const message = (errors as { [name: string]: string[] | undefined })[field.name]?.[0];
        return (
          <FieldInput
            key={field.name}
            field={field}
            value={values[field.name] ?? null}
            error={message && toSentence(field.label, message)}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        );
      })}
      <Row>
        <Button type="submit" look={action.danger ? 'danger' : 'primary'} busy={busy}>
          {action.label}
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </Row>
    </form>
  );
}
