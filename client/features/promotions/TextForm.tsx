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
  onSuccess?: (result: Result) => void;
  onSettled?: () => unknown;
  onBack?: () => void;
};

/** A form with a single text field, such as a question about clicks or its answer. */
export function TextForm<Name extends string, Result>(props: Props<Name, Result>) {
  const { name, label, hint, button, submit, onBack, ...options } = props;
  const { form, onSubmit, busy } = useApiForm<Record<string, string>, Result>({
    initialValues: { [name]: '' },
    submit: (values) => submit(values[name]!),
    ...options,
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
