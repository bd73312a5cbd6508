import { Button } from '@mantine/core';
import { Alert } from '#client/ui/Alert.tsx';
import type { AdminField, AdminRecord } from '#shared/admin.ts';
import classes from './RecordFields.module.css';
import { valueText } from './value-words.ts';

type Props = {
  fields: readonly AdminField[];
  seen: AdminRecord;
  current: AdminRecord;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** What somebody else has saved since this form was opened. */
export function ChangedMeanwhile({ fields, seen, current, onKeepMine, onTakeTheirs }: Props) {
  const changed = fields.filter(({ name }) => JSON.stringify(seen[name]) !== JSON.stringify(current[name]));
  return (
    <Alert kind="warning" title="Somebody else has saved this meanwhile">
      <ul>
        {changed.map((field) => (
          <li key={field.name}>
            {field.label}: {valueText(field, current[field.name])}
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button onClick={onKeepMine}>Go on with what I typed</Button>
        <Button variant="default" onClick={onTakeTheirs}>
          Start again from theirs
        </Button>
      </div>
    </Alert>
  );
}
