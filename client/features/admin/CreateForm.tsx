import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useApiForm } from '#client/api/use-api-form.ts';
import { useNavigate } from '#client/app/router.ts';
import type { AdminEntity } from '#shared/admin.ts';
import { paths } from '#shared/paths.ts';
import { ADMIN, createRecord } from './api.ts';
import classes from './RecordFields.module.css';
import { RecordFields } from './RecordFields.tsx';
import { bodyOf, type FormValues, initialValues } from './values.ts';

export function CreateForm({ entity }: { entity: AdminEntity }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const fields = entity.fields.filter(({ can_create }) => can_create);
  const { form, onSubmit, busy } = useApiForm<FormValues, Awaited<ReturnType<typeof createRecord>>>({
    initialValues: initialValues(fields),
    submit: (values) => createRecord(entity, bodyOf(fields, values)),
    success: `${entity.singular_label} added.`,
    onSuccess: ({ record }) => {
      void client.invalidateQueries({ queryKey: [...ADMIN, 'list', entity.name] });
      void navigate(paths.adminRecord(entity.name, record.id));
    },
  });
  return (
    <form onSubmit={onSubmit} className={classes.form} noValidate>
      <RecordFields fields={fields} form={form} />
      <div>
        <Button type="submit" loading={busy}>
          Add
        </Button>
      </div>
    </form>
  );
}
