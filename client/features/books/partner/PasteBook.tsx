import { useMutation, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { isMissing } from '#client/api/api-error.ts';
import { useApp } from '#client/api/app.ts';
import { authorChoicesQuery, createAuthor, useRefreshAuthors } from '#client/api/author-profiles.ts';
import { superCategoriesQuery } from '#client/api/categories.ts';
import { errorText } from '#client/api/error-messages.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { TextField } from '#client/ui/Field.tsx';
import { useShell } from '#client/ui/shell.ts';
import type { StoreData } from '#shared/books.ts';
import { MAX_PASTED_BOOKS, type PastedEntry, pastedTitle, readPasted, readPastedList } from '#shared/pasted-books.ts';
import { type BookForm, type FilledValues, fetchedValues, pastedValues } from '../book-form.ts';
import classes from '../PartnerBookForm.module.css';
import { type OnChosen, PastedList } from './PastedList.tsx';
import { fetchStoreData } from './partner-api.ts';

type Props = {
  form: BookForm;
  /** True if a pasted list of several books is accepted; the partner chooses which become drafts. */
  acceptsLists: boolean;
  onChosen: OnChosen;
  /** `words` are the words around the links, ASIN, and ISBN. */
  onPasted: (values: FilledValues, words: string) => void;
  onFetched: (values: FilledValues, data: StoreData) => void;
};

const ONE_BOOK_HINT =
  'From Amazon, Apple Books, Barnes & Noble, Google Play, or Kobo: one link, or several for the same book.';
const NOTHING_FILLED: Pick<ReturnType<typeof pastedValues>, 'notes' | 'warnings'> = { notes: [], warnings: [] };

/** Fills the form from store links, an ASIN, or an ISBN, and from Amazon’s data about the ASIN. */
export function PasteBook({ form, acceptsLists, onChosen, onPasted, onFetched }: Props) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [{ notes, warnings }, setFilled] = useState(NOTHING_FILLED);
  const [list, setList] = useState<readonly PastedEntry[] | null>(null);
  const authors = useQuery(authorChoicesQuery());
  const groups = useQuery(superCategoriesQuery(useApp().api));
  const lookup = useMutation({
    mutationFn: fetchStoreData,
    // The panel shows the error.
    meta: { silent: true },
  });
  const readText = () => {
    const pasted = readPasted(text);
    const entries = acceptsLists ? readPastedList(text) : null;
    lookup.reset();
    setList(null);
    if (entries) {
      const isTooLong = entries.length > MAX_PASTED_BOOKS;
      setFilled(NOTHING_FILLED);
      setProblem(isTooLong ? `You pasted ${entries.length} books. Paste at most ${MAX_PASTED_BOOKS} at a time.` : null);
      return isTooLong ? undefined : setList(entries);
    }
    const words = pastedTitle(text);
    const title = form.getValues().title.trim() ? '' : words;
    const { values, problem, ...filled } = pastedValues(pasted, title, words);
    setFilled(filled);
    setProblem(problem);
    if (problem) return;
    onPasted(values, words);
    if (!values.asin) return;
    lookup.mutate(values.asin, {
      onSuccess: (data) => {
        const { title: _, ...identifiers } = values;
        onFetched(fetchedValues(data, authors.data ?? [], groups.data ?? []), data);
        form.setValues(identifiers);
      },
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // With an input method for Chinese or Japanese, for example, Enter ends the composition of a character.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    readText();
  };
  return (
    <Panel
      title={acceptsLists ? 'Paste a link or a list' : 'Paste a link'}
      lead="We’ll fill in the links and the details from Amazon. You can edit everything."
    >
      <TextField
        label="Store links, ASIN, or ISBN"
        hint={acceptsLists ? `${ONE_BOOK_HINT} Several books, one per line, become drafts.` : ONE_BOOK_HINT}
        rows={2}
        value={text}
        error={problem}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div>
        <Button look="quiet" busy={lookup.isPending} onClick={readText}>
          {acceptsLists && readPastedList(text) ? 'Look up these books' : 'Fill in the details'}
        </Button>
      </div>
      {list && <PastedList key={list.map((entry) => entry.text).join(' ')} entries={list} onChosen={onChosen} />}
      <div role="status" className={classes.notes}>
        {notes.map((note) => (
          <Alert key={note} kind="success">
            {note}
          </Alert>
        ))}
        {warnings.map((warning) => (
          <Alert key={warning} kind="warning">
            {warning}
          </Alert>
        ))}
        {lookup.data && <FilledAlert form={form} data={lookup.data} />}
        {lookup.error && <LookupProblem error={lookup.error} asin={lookup.variables} />}
      </div>
    </Panel>
  );
}

function LookupProblem({ error, asin }: { error: Error; asin: string | undefined }) {
  const { support_email: supportEmail } = useShell();
  return (
    <Alert kind="warning">
      {isMissing(error)
        ? `We couldn’t find ${asin} on Amazon. Check it, or enter the details below.`
        : errorText(error, supportEmail)}
    </Alert>
  );
}

/** Names the book that was filled in, and offers to create a missing author profile. */
function FilledAlert({ form, data: { source, title, author_name } }: { form: BookForm; data: StoreData }) {
  const refreshAuthors = useRefreshAuthors();
  const create = useMutation({
    mutationFn: (name: string) => createAuthor({ name }),
    onSuccess: async ({ id }) => {
      await refreshAuthors();
      form.setFieldValue('author_id', String(id));
    },
  });
  const authors = useQuery(authorChoicesQuery());
  const hasProfile = authors.data?.some(({ name }) => name.toLowerCase() === author_name?.toLowerCase()) ?? true;
  const isProfileMissing = author_name && !hasProfile && form.getValues().author_id === '';
  return (
    <Alert kind="success">
      Filled in from {source === 'demo catalog' ? 'the demo catalog' : 'Amazon'}: {title}
      {author_name && ` by ${author_name}`}.{' '}
      {isProfileMissing && (
        <>
          You have no author profile with that name yet.
          <div className={classes.noteAction}>
            <Button look="quiet" busy={create.isPending} onClick={() => create.mutate(author_name)}>
              Create the profile {author_name}
            </Button>
          </div>
        </>
      )}
    </Alert>
  );
}
