import type { ReactNode } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Field, TextField } from '#client/ui/Field.tsx';
import { Form } from '#client/ui/Form.tsx';
import type { FormErrors } from '#client/ui/field-errors.ts';
import { SelectField } from '#client/ui/SelectField.tsx';
import { Row } from '#client/ui/Stack.tsx';
import { MAX_AI_OPTIONS, MIN_AI_OPTIONS } from '#shared/ai-tools.ts';
import classes from './ToolForm.module.css';
import type { ToolField, ToolPage } from './tool-page.ts';

type Props = {
  page: ToolPage;
  busy: boolean;
  errors: FormErrors;
  /** A note on where the author's notes are sent. */
  note: ReactNode;
  onGenerate: (values: FormData) => void;
  /** Called with the form's values on every input. */
  onType?: (values: FormData) => void;
  meter?: ReactNode;
};

const COUNTS = Array.from({ length: MAX_AI_OPTIONS - MIN_AI_OPTIONS + 1 }, (_, index) =>
  String(index + MIN_AI_OPTIONS),
);

export const ToolForm = ({ page, busy, errors, note, onGenerate, onType, meter }: Props) => (
  <div
    className={classes.card}
    onInput={(event) => onType?.(new FormData((event.target as HTMLInputElement).form ?? undefined))}
  >
    <Form label={page.title} busy={busy} errors={errors} onSubmit={onGenerate}>
      <div className={classes.fields}>
        {page.fields.map((field) => (
          <div key={field.name} className={field.kind === 'notes' ? classes.wide : undefined}>
            <Input field={field} />
          </div>
        ))}
        <SelectField
          name="count"
          label="How many"
          defaultValue={String(page.defaultCount)}
          options={COUNTS.map((count) => ({ value: count, label: `${count} suggestions` }))}
        />
      </div>
      {meter}
      <Row>
        <Button type="submit" busy={busy}>
          Generate {page.unit}s
        </Button>
      </Row>
      <p className={classes.small}>{note}</p>
    </Form>
  </div>
);

function Input({ field }: { field: ToolField }) {
  if (field.kind === 'choice') {
    const { name, label, choices, emptyLabel, defaultValue = '' } = field;
    const options = Object.entries(choices).map(([value, text]) => ({ value, label: text }));
    return (
      <SelectField
        name={name}
        label={label}
        defaultValue={defaultValue}
        options={emptyLabel ? [{ value: '', label: emptyLabel }, ...options] : options}
      />
    );
  }
  const { name, label, hint, maxLength, placeholder, isRequired } = field;
  const common = { name, label, hint, maxLength, placeholder, required: isRequired };
  return field.kind === 'notes' ? <TextField {...common} rows={2} /> : <Field {...common} />;
}
