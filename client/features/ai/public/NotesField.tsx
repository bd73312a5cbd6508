import { type TextareaHTMLAttributes, useId } from 'react';
import { sentence } from '#client/ui/Field.tsx';
import formClasses from '#client/ui/Form.module.css';
import { useFieldError } from '#client/ui/Form.tsx';
import classes from './ToolForm.module.css';

type Props = TextareaHTMLAttributes<HTMLTextAreaElement> & { name: string; label: string; hint?: string | undefined };

/** Several lines, with label, hint and error. */
export function NotesField({ label, hint, ...area }: Props) {
  const id = useId();
  const errors = useFieldError(area.name);
  return (
    <div className={formClasses.field}>
      <label htmlFor={id} className={formClasses.label}>
        {label}
      </label>
      <textarea
        {...area}
        id={id}
        rows={2}
        className={`${formClasses.input} ${classes.notes}`}
        aria-invalid={errors ? true : undefined}
        aria-describedby={`${id}-note`}
      />
      <div id={`${id}-note`}>
        {errors?.map((message) => (
          <p key={message} className={formClasses.error}>
            {sentence(label, message)}
          </p>
        ))}
        {hint && <p className={formClasses.hint}>{hint}</p>}
      </div>
    </div>
  );
}
