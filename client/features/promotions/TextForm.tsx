import type * as z from 'zod';
import { useApiForm } from '#client/api/use-api-form.ts';
import { Button } from '#client/ui/Button.tsx';
import { TextField } from '#client/ui/Field.tsx';
import { Row } from '#client/ui/Stack.tsx';
import classes from './ClicksTables.module.css';

type Props<Name extends string, Result> = {
  /** The field's name in `schema`. */
  name: Name;
  schema: z.ZodType;
  label: string;
  hint: string;
  button: string;
  success: string;
  submit: (text: string) => Promise<Result>;
  onSuccess: (result: Result) => void;
  onBack?: () => void;
};

/** A form with a single text field, such as a question about clicks or its answer. */
export function TextForm<Name extends string, Result>(props: Props<Name, Result>) {
  const { name, schema, label, hint, button, success, submit, onSuccess, onBack } = props;
  const { form, onSubmit, busy } = useApiForm<Record<string, string>, Result>({
    initialValues: { [name]: '' },
    schema,
    submit: (values) => submit(values[name]!),
    success,
    onSuccess,
  });
  return (
    <form onSubmit={onSubmit} className={classes.ask}>
      <TextField label={label} hint={hint} rows={3} maxLength={2000} {...form.getInputProps(name)} />
      <Row>
        <Button type="submit" busy={busy}>
          {button}
        </Button>
        {onBack && (
          <Button look="quiet" onClick={onBack}>
            Back
          </Button>
        )}
      </Row>
    </form>
  );
}
