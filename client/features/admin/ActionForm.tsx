import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { fieldErrors } from '#client/api/api-error.ts';
import { sentence } from '#client/ui/Field.tsx';
import type { AdminAction } from '#shared/admin.ts';
import classes from './ActionForm.module.css';
import { FieldInput } from './FieldInput.tsx';
import { bodyOf, initialValues } from './values.ts';

type Props = {
  action: AdminAction;
  error: Error | null;
  busy: boolean;
  onAct: (body: Record<string, unknown>) => void;
  onClose: () => void;
};

/** The confirm dialog of an action: what will happen, and what it needs to know. */
export function ActionForm({ action, error, busy, onAct, onClose }: Props) {
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
