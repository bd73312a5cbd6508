import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ADMIN } from '#client/api/admin-registry.ts';
import { fieldErrors } from '#client/api/api-error.ts';
import { useIdempotencyKeys } from '#client/api/idempotency-key.ts';
import { useNavigate } from '#client/app/router.ts';
import { Dialog } from '#client/ui/app/Dialog.tsx';
import { Button } from '#client/ui/Button.tsx';
import { toSentence } from '#client/ui/field-errors.ts';
import { notify } from '#client/ui/notifications/notify.ts';
import { Row } from '#client/ui/Stack.tsx';
import { type AdminAction, type AdminEntity, AdminResponse } from '#shared/admin.ts';
import { paths } from '#shared/paths.ts';
import classes from './AdminRecordScreen.module.css';
import { type OpenedRecord, openedRecordOf, recordQuery, runAction } from './api.ts';
import { FieldInput } from './FieldInput.tsx';
import { bodyOf, initialValues } from './values.ts';

/** The actions that the record's state allows, each with a confirmation. */
export function RecordActions({ entity, opened }: { entity: AdminEntity; opened: OpenedRecord }) {
  const [pending, setPending] = useState<AdminAction | null>(null);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { record } = opened;
  const withKey = useIdempotencyKeys();
  const run = useMutation({
    mutationFn: ({ action: { name, fields }, body }: { action: AdminAction; body: Record<string, unknown> }) => {
      const send = (idempotencyKey?: string) => runAction(entity, record.id, { action: name, body, idempotencyKey });
      // Actions without fields get no key: they're safe to repeat, and a stored response could have an email address.
      return fields.length ? withKey([record.id, name, body], send) : send();
    },
    meta: { form: true },
    async onSuccess(response) {
      setPending(null);
      notify.success(response.message);
      if (response[entity.singular] === null) await navigate(paths.adminList(entity.name));
      else
        queryClient.setQueryData(
          recordQuery(entity, String(record.id)).queryKey,
          openedRecordOf(entity, AdminResponse.parse(response)),
        );
      void queryClient.invalidateQueries({ queryKey: [...ADMIN, 'list', entity.name] });
    },
    // The response may have been lost after the action took effect.
    onError: () => queryClient.invalidateQueries({ queryKey: recordQuery(entity, String(record.id)).queryKey }),
  });
  const open = (action: AdminAction) => {
    run.reset();
    setPending(action);
  };
  return (
    <>
      {entity.actions
        .filter(({ name }) => opened.actions.includes(name))
        .map((action) => (
          <Button
            key={action.name}
            look={action.danger ? 'danger' : 'quiet'}
            disabled={action.name in opened.refusals}
            aria-describedby={action.name in opened.refusals ? `refusal-${action.name}` : undefined}
            onClick={() => open(action)}
          >
            {action.label}
          </Button>
        ))}
      {Object.entries(opened.refusals).map(([name, reason]) => (
        <p key={name} id={`refusal-${name}`} className={classes.refusal}>
          {reason}
        </p>
      ))}
      <Dialog
        isOpen={pending !== null}
        onClose={() => setPending(null)}
        title={pending && `${pending.label}: ${record.record_title}`}
      >
        {pending && (
          <ActionForm
            action={pending}
            error={run.error}
            busy={run.isPending}
            onConfirm={(body) => run.mutate({ action: pending, body })}
            onClose={() => setPending(null)}
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
  onConfirm: (body: Record<string, unknown>) => void;
  onClose: () => void;
};

/** The confirmation of an action, with the fields it needs. */
function ActionForm({ action, error, busy, onConfirm, onClose }: Props) {
  const [values, setValues] = useState(() => initialValues(action.fields));
  const errors = fieldErrors(error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onConfirm(bodyOf(action.fields, values));
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
