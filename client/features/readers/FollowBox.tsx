import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { lazyPart } from '#client/api/lazy-part.tsx';
import { loadChunk } from '#client/api/load-chunk.ts';
import { Link, useLocation } from '#client/app/router.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { type Option, SelectField } from '#client/ui/SelectField.tsx';
import { useShell } from '#client/ui/shell.ts';
import { useFormOutcome } from '#client/ui/use-form-outcome.ts';
import type { FormOutcome } from '#shared/no-script-forms.ts';
import { paths } from '#shared/paths.ts';
import { ADULT_BOOKS_ON_LIST, type ListItem, listItemOf, listItemText } from '#shared/reader-list.ts';
import classes from './FollowBox.module.css';
import { storedReaderUuid } from './reader-uuid.ts';

const OwnListForm = lazyPart('list form', async () => (await import('./OwnListForm.tsx')).OwnListForm);

type Props = {
  title: string;
  lead: string;
  button: string;
  /** With several items, the form has a field to choose one. */
  items: readonly (ListItem & { label: string })[];
  /** Deals that a new reader also gets by signing up here. */
  otherDeals: string;
  isAdult?: boolean;
};

/** Follows or saves without an account. A reader who opened a link from their email in this tab needs no address. */
export function FollowBox({ title, lead, button, items, otherDeals, isAdult = false }: Props) {
  const { isDone, isPending, problem, onSubmit } = useListRequest();
  const [uuid, setUuid] = useState<string | null>(null);
  useEffect(() => setUuid(storedReaderUuid()), []);
  return (
    <section className={classes.box} aria-labelledby="follow">
      <h2 id="follow" tabIndex={-1}>
        {title}
      </h2>
      <p>
        {lead} {isAdult && ADULT_BOOKS_ON_LIST}
      </p>
      {uuid ? (
        <OwnListForm uuid={uuid} button={button} onUnknown={() => setUuid(null)}>
          <Choice items={items} />
        </OwnListForm>
      ) : isDone ? (
        <Alert kind="success" title="Check your inbox">
          Open the newest link we emailed and click the button to confirm. Don’t see it? Check your spam folder, or{' '}
          <Link to={paths.contact()}>write to us</Link>.
        </Alert>
      ) : (
        <form method="post" action="#follow" className={classes.form} onSubmit={onSubmit}>
          {problem && <Alert kind="error">{problem}</Alert>}
          <Choice items={items} />
          <Field name="email" label="Email" type="email" autoComplete="email" required maxLength={254} />
          <Button type="submit" busy={isPending}>
            {button}
          </Button>
          <p className={classes.note}>
            We’ll email you a link first, so nobody else can sign you up. New here? You’ll also get {otherDeals}, at
            most one email a day.
          </p>
        </form>
      )}
    </section>
  );
}

/**
 * Sends the form by script. Without script, the server accepts it at the page's own address
 * (server/web/no-script-forms.ts).
 */
function useListRequest() {
  const outcome = useFormOutcome();
  const { pathname } = useLocation();
  const { support_email } = useShell();
  const [state, setState] = useState<'untouched' | 'pending' | 'done' | { problem: string }>('untouched');
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const item = listItemOf(String(values.get('item')));
    if (!item || state === 'pending') return;
    setState('pending');
    // If the script doesn't load, the browser sends the form.
    const api = await loadChunk('list request', () => import('./api.ts')).catch(() => form.submit());
    if (!api) return;
    try {
      await api.requestListItem({ ...item, email: String(values.get('email')).trim(), page: pathname });
      setState('done');
    } catch (error) {
      setState({ problem: api.failureText(error as Error, support_email) });
    }
  };
  return {
    isDone: state === 'done' || (state === 'untouched' && outcome === 'done'),
    isPending: state === 'pending',
    problem: typeof state === 'object' ? state.problem : state === 'untouched' && outcome ? PROBLEMS[outcome] : null,
    onSubmit,
  };
}

const PROBLEMS: Record<FormOutcome, string | null> = {
  done: null,
  check: 'That didn’t work. Check your email address and try again.',
  later: 'Too many requests. Open the newest link we emailed, or try again tomorrow.',
};

const optionOf = ({ label, ...item }: Props['items'][number]): Option => ({ value: listItemText(item), label });

const Choice = ({ items }: Pick<Props, 'items'>): ReactNode =>
  items.length > 1 ? (
    <SelectField name="item" label="Notify me about" options={items.map(optionOf)} />
  ) : (
    items[0] && <input type="hidden" name="item" value={optionOf(items[0]).value} />
  );
