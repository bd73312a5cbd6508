import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ADMIN } from '#client/api/admin-registry.ts';
import { ApiError } from '#client/api/api-error.ts';
import { keepOwnChanges } from '#client/api/edit-conflict.ts';
import { useIdempotencyKeys } from '#client/api/idempotency-key.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { useNavigate, useParams } from '#client/app/router.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { Row } from '#client/ui/Stack.tsx';
import type { AdminEntity, AdminField, AdminRecord } from '#shared/admin.ts';
import { paths } from '#shared/paths.ts';
import { AdminPage, PANEL } from './AdminPage.tsx';
import classes from './AdminRecordScreen.module.css';
import { conflictingRecord, createRecord, type OpenedRecord, recordQuery, saveRecord } from './api.ts';
import { EntityScreen } from './EntityScreen.tsx';
import { FieldInput } from './FieldInput.tsx';
import { valueText } from './labels.ts';
import { bodyOf, changedBody, type FormValues, initialValues } from './values.ts';

export const AdminNewScreen = () => (
  <EntityScreen right="can_create">
    {(entity) => (
      <AdminPage title={`New ${entity.singular_label.toLowerCase()}`} crumbs={crumbsTo(entity)}>
        <Panel title="Details">
          <CreateForm key={entity.name} entity={entity} />
        </Panel>
      </AdminPage>
    )}
  </EntityScreen>
);

export const AdminEditScreen = () => (
  <EntityScreen right="can_edit">{(entity) => <EditRecord entity={entity} />}</EntityScreen>
);

function EditRecord({ entity }: { entity: AdminEntity }) {
  const { id = '' } = useParams();
  const query = useQuery(recordQuery(entity, id));
  const record = query.data?.record;
  const crumbs = record ? [{ label: record.record_title, to: paths.adminRecord(entity.name, id) }] : [];
  return (
    <AdminPage title={`Edit ${entity.singular_label.toLowerCase()}`} crumbs={[...crumbsTo(entity), ...crumbs]}>
      <QueryBoundary query={query}>
        {(opened) => (
          <Panel title={opened.record.record_title} lead="Changes are recorded in the audit log under your name.">
            <EditForm key={`${entity.name} ${id}`} entity={entity} opened={opened} />
          </Panel>
        )}
      </QueryBoundary>
    </AdminPage>
  );
}

const crumbsTo = ({ label, name }: AdminEntity) => [PANEL, { label, to: paths.adminList(name) }];

function CreateForm({ entity }: { entity: AdminEntity }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const fields = entity.fields.filter(({ can_create }) => can_create);
  const withKey = useIdempotencyKeys();
  const { form, onSubmit, busy } = useApiForm<FormValues, Awaited<ReturnType<typeof createRecord>>>({
    initialValues: initialValues(fields),
    submit: (values) => {
      const body = bodyOf(fields, values);
      return withKey(body, (idempotencyKey) => createRecord(entity, body, idempotencyKey));
    },
    success: `${entity.singular_label} added.`,
    onSuccess: ({ record }) => {
      void queryClient.invalidateQueries({ queryKey: [...ADMIN, 'list', entity.name] });
      void navigate(paths.adminRecord(entity.name, record.id));
    },
  });
  return (
    <form onSubmit={onSubmit} className={classes.form} noValidate>
      <RecordFields fields={fields} form={form} />
      <div>
        <Button type="submit" busy={busy}>
          Add {entity.singular_label.toLowerCase()}
        </Button>
      </div>
    </form>
  );
}

const REASON = 'audit_reason';

/** If someone else has saved the record since it was opened, the form asks which version to keep. */
function EditForm({ entity, opened }: { entity: AdminEntity; opened: OpenedRecord }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const fields = entity.fields.filter(({ can_edit }) => can_edit);
  const [base, setBase] = useState<AdminRecord>(opened.record);
  const [conflict, setConflict] = useState<AdminRecord | null>(null);
  const valuesIn = (record: AdminRecord): FormValues => ({ ...initialValues(fields, record), [REASON]: '' });
  const { form, onSubmit, busy } = useApiForm<FormValues, OpenedRecord>({
    initialValues: valuesIn(opened.record),
    submit: async (values) => {
      const body = {
        ...changedBody(fields, base, values),
        record_version: base.record_version,
        [REASON]: String(values[REASON] ?? ''),
      };
      try {
        return await saveRecord(entity, base.id, body);
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) setConflict(conflictingRecord(entity, error.body));
        throw error;
      }
    },
    success: `${entity.singular_label} saved.`,
    onSuccess: (saved) => {
      queryClient.setQueryData(recordQuery(entity, String(saved.record.id)).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: [...ADMIN, 'list', entity.name] });
      void navigate(paths.adminRecord(entity.name, saved.record.id));
    },
  });
  const continueFrom = (current: AdminRecord, values: FormValues) => {
    setBase(current);
    setConflict(null);
    // `resetDirty` comes first, so that `setValues` compares the values with those of the current record.
    form.resetDirty(valuesIn(current));
    form.setValues(values);
  };
  return (
    <form onSubmit={onSubmit} className={classes.form} noValidate>
      {conflict && (
        <EditConflictAlert
          fields={fields}
          base={base}
          current={conflict}
          onKeepMine={() => continueFrom(conflict, keepOwnChanges(valuesIn(base), form.values, valuesIn(conflict)))}
          onTakeTheirs={() => continueFrom(conflict, valuesIn(conflict))}
        />
      )}
      <RecordFields fields={fields} form={form} record={base} />
      <Field
        label="Reason"
        hint="Optional. Recorded in the audit log."
        maxLength={500}
        {...form.getInputProps(REASON)}
      />
      <div>
        <Button type="submit" busy={busy} disabled={conflict !== null}>
          Save changes
        </Button>
      </div>
    </form>
  );
}

type Props = {
  fields: readonly AdminField[];
  base: AdminRecord;
  current: AdminRecord;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** The changes that someone else saved since this form was opened. */
function EditConflictAlert({ fields, base, current, onKeepMine, onTakeTheirs }: Props) {
  const changed = fields.filter(({ name }) => JSON.stringify(base[name]) !== JSON.stringify(current[name]));
  return (
    <Alert kind="warning" title="Someone else changed this record after you opened it">
      <ul>
        {changed.map((field) => (
          <li key={field.name}>
            {field.label}: {current.labels[field.name] ?? valueText(field, current[field.name])}
          </li>
        ))}
      </ul>
      <Row>
        <Button onClick={onKeepMine}>Keep my changes</Button>
        <Button look="quiet" onClick={onTakeTheirs}>
          Use their version
        </Button>
      </Row>
    </Alert>
  );
}

type RecordFieldsProps = {
  fields: readonly AdminField[];
  form: ReturnType<typeof useApiForm<FormValues, unknown>>['form'];
  /** The saved record, with the titles of the records that it links to. */
  record?: AdminRecord;
};

const RecordFields = ({ fields, form, record }: RecordFieldsProps) =>
  fields.map((field) => {
    const { error, 'data-path': path } = form.getInputProps(field.name) as { error?: ReactNode; 'data-path'?: string };
    return (
      <FieldInput
        key={field.name}
        {...(path ? { 'data-path': path } : {})}
        field={field}
        value={form.values[field.name] ?? null}
        error={error}
        onChange={(value) => form.setFieldValue(field.name, value)}
        linked={{ id: record?.[field.name], label: record?.labels[field.name] }}
      />
    );
  });
