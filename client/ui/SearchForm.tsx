import type { FormEvent } from 'react';
import { useNavigate } from '#client/app/router.ts';
import { Button } from './Button.tsx';
import classes from './Form.module.css';
import { useSyncedFormValues } from './use-synced-form-values.ts';

type Props = { action: string; value?: string; label?: string; placeholder?: string };

/** A GET form: without script the browser itself goes to `action?q=…`. */
export function SearchForm({
  action,
  value = '',
  label = 'Search books',
  placeholder = 'Title, author, or series',
}: Props) {
  const navigate = useNavigate();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    void navigate(q ? `${action}?q=${encodeURIComponent(q)}` : action);
  };
  return (
    <search>
      <form
        ref={useSyncedFormValues({ q: value })}
        action={action}
        method="get"
        className={classes.search}
        onSubmit={onSubmit}
      >
        <input
          type="search"
          name="q"
          defaultValue={value}
          maxLength={100}
          aria-label={label}
          placeholder={placeholder}
          className={classes.input}
        />
        <Button type="submit">Search</Button>
      </form>
    </search>
  );
}
