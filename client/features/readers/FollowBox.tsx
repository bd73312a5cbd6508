import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { lazyPart } from '#client/api/lazy-part.tsx';
import { Link } from '#client/app/router.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { type Option, SelectField } from '#client/ui/SelectField.tsx';
import { useFormOutcome } from '#client/ui/use-form-outcome.ts';
import type { FormOutcome } from '#shared/no-script-forms.ts';
import { paths } from '#shared/paths.ts';
import { type ListItem, listItemText } from '#shared/reader-list.ts';
import classes from './FollowBox.module.css';
import { ownLink } from './own-link.ts';

const OwnListForm = lazyPart('list form', async () => (await import('./OwnListForm.tsx')).OwnListForm);

type Props = {
  title: string;
  lead: string;
  button: string;
  /** With several, the form asks which one. */
  items: readonly (ListItem & { label: string })[];
  /** Adult deals go only to readers who chose an adult genre. */
  isAdult?: boolean;
};

/**
 * Follows or saves without an account. A plain form that the server answers at the page's own address; a reader who opened
 * their own link in this tab needs no address.
 */
export function FollowBox({ title, lead, button, items, isAdult = false }: Props) {
  const sent = useFormOutcome();
  const [uuid, setUuid] = useState<string | null>(null);
  useEffect(() => setUuid(ownLink()), []);
  return (
    <section className={classes.box} aria-labelledby="follow">
      <h2 id="follow" tabIndex={-1}>
        {title}
      </h2>
      <p>
        {lead} {isAdult && 'Adult books are included only if you chose an adult genre in your preferences.'}
      </p>
      {uuid ? (
        <Suspense>
          <OwnListForm uuid={uuid} button={button} onUnknown={() => setUuid(null)}>
            <Choice items={items} />
          </OwnListForm>
        </Suspense>
      ) : sent === 'done' ? (
        <Alert kind="success" title="Check your inbox">
          It starts when you open the link we’ve sent and press its button. The link comes at most once in ten minutes.
          Don’t see it? Check your spam folder, or <Link to={paths.contact()}>write to us</Link>.
        </Alert>
      ) : (
        <form method="post" action="#follow" className={classes.form}>
          {sent && PROBLEMS[sent] && <Alert kind="error">{PROBLEMS[sent]}</Alert>}
          <Choice items={items} />
          <Field name="email" label="Email" type="email" autoComplete="email" required maxLength={254} />
          <Button type="submit">{button}</Button>
          <p className={classes.note}>
            We’ll email you a link first, so nobody can sign you up. New here? You’ll also get deals in this genre, at
            most one email a day.
          </p>
        </form>
      )}
    </section>
  );
}

const PROBLEMS: Record<FormOutcome, string | null> = {
  done: null,
  check: 'We couldn’t use this. Check the address and try again.',
  later: 'Too many attempts. Please try again in an hour.',
};

const optionOf = ({ label, ...item }: Props['items'][number]): Option => ({ value: listItemText(item), label });

const Choice = ({ items }: Pick<Props, 'items'>): ReactNode =>
  items.length > 1 ? (
    <SelectField name="item" label="Tell me about" options={items.map(optionOf)} />
  ) : (
    items[0] && <input type="hidden" name="item" value={optionOf(items[0]).value} />
  );
