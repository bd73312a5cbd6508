import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#client/api/api-error.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { useNavigate } from '#client/app/router.ts';
import type { AdminEntity, AdminRecord } from '#shared/admin.ts';
import { paths } from '#shared/paths.ts';
import { ADMIN, type Opened, recordIn, recordQuery, saveRecord } from './api.ts';
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx';
import classes from './RecordFields.module.css';
import { RecordFields } from './RecordFields.tsx';
import { changedBody, type FormValues, initialValues } from './values.ts';

const REASON = 'audit_reason';

/** Who saves a record that somebody else has changed meanwhile sees both and decides. */
export function EditForm({ entity, opened }: { entity: AdminEntity; opened: Opened }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const fields = entity.fields.filter(({ can_edit }) => can_edit);
  const [seen, setSeen] = useState<AdminRecord>(opened.record);
  const [faster, setFaster] = useState<AdminRecord | null>(null);
  const { form, onSubmit, busy } = useApiForm<FormValues, Opened>({
    initialValues: { ...initialValues(fields, opened.record), [REASON]: '' },
    submit: async (values) => {
      const body = {
        ...changedBody(fields, seen, values),
        record_version: seen.record_version,
        [REASON]: String(values[REASON] ?? ''),
      };
      try {
        return await saveRecord(entity, seen.id, body);
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) setFaster(recordIn(entity, error.body));
        throw error;
      }
    },
    success: `${entity.singular_label} saved.`,
    onSuccess: (saved) => {
      client.setQueryData(recordQuery(entity, String(saved.record.id)).queryKey, saved);
      void client.invalidateQueries({ queryKey: [...ADMIN, 'list', entity.name] });
      void navigate(paths.adminRecord(entity.name, saved.record.id));
    },
  });
  const goOn = (current: AdminRecord) => {
    setSeen(current);
    setFaster(null);
  };
  return (
    <form onSubmit={onSubmit} className={classes.form} noValidate>
      {faster && (
        <ChangedMeanwhile
          fields={fields}
          seen={seen}
          current={faster}
          onKeepMine={() => goOn(faster)}
          onTakeTheirs={() => {
            goOn(faster);
            form.setValues({ ...initialValues(fields, faster), [REASON]: '' });
          }}
        />
      )}
      <RecordFields fields={fields} form={form} labels={opened.record.labels} />
      <TextInput
        label="Why"
        description="Optional. Stays in the trail."
        maxLength={500}
        {...form.getInputProps(REASON)}
      />
      <div>
        <Button type="submit" loading={busy} disabled={faster !== null}>
          Save
        </Button>
      </div>
    </form>
  );
}
