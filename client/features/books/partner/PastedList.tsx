import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApp } from '#client/api/app.ts';
import { authorChoicesQuery, createAuthor, useRefreshAuthors } from '#client/api/author-profiles.ts';
import { superCategoriesQuery } from '#client/api/categories.ts';
import { errorText } from '#client/api/error-messages.ts';
import { createIdempotencyKeys } from '#client/api/idempotency-key.ts';
import { useUnsavedGuard } from '#client/api/use-unsaved-guard.ts';
import { Link } from '#client/app/router.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { NOT_REMEMBERED } from '#client/ui/app/list-search.ts';
import { CardRow, CardRows } from '#client/ui/app/Rows.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Cover, NO_COVER } from '#client/ui/Cover.tsx';
import { Check, Field } from '#client/ui/Field.tsx';
import { Row, Stack } from '#client/ui/Stack.tsx';
import { useShell } from '#client/ui/shell.ts';
import type { Author } from '#shared/authors.ts';
import { STORE_NAMES, STORES } from '#shared/business.ts';
import { formatCount } from '#shared/counts.ts';
import type { PastedEntry } from '#shared/pasted-books.ts';
import { paths } from '#shared/paths.ts';
import { createBook, fetchAllBooks, fetchStoreData, refreshCover, useRefreshBooks } from './partner-api.ts';
import {
  addDrafts,
  canBeAdded,
  canBeLookedUp,
  findMergeTarget,
  lookUp,
  MAX_TITLE_LENGTH,
  mergeRange,
  missingProfiles,
  type PastedBook,
  pendingBook,
} from './pasted-list.ts';

/** Called with the number of chosen books that aren't added yet. */
export type OnChosen = (count: number) => void;

/** The books of a pasted list with the lookup results, and a button that adds drafts of the chosen ones. */
export function PastedList({ entries, onChosen }: { entries: readonly PastedEntry[]; onChosen: OnChosen }) {
  const { support_email: supportEmail } = useShell();
  const textOf = (error: Error) => errorText(error, supportEmail);
  const [books, setBooks] = useState(() => entries.map(pendingBook));
  const [createsProfiles, setCreatesProfiles] = useState(true);
  const authors = useQuery(authorChoicesQuery());
  const groups = useQuery(superCategoriesQuery(useApp().api));
  /** Separate keys for each book, by its text, because a success renews all keys of a set. */
  const [keys] = useState(() => new Map<string, ReturnType<typeof createIdempotencyKeys>>());
  /** The partner's profiles when drafts were added first. */
  const firstAuthors = useRef<readonly Author[]>(null);
  const [refreshBooks, refreshAuthors] = [useRefreshBooks(), useRefreshAuthors()];
  const replaceBook = (book: PastedBook) =>
    setBooks((all) => all.map((other) => (other.text === book.text ? book : other)));
  const merge = (from: number, to: number) => setBooks((all) => mergeRange(all, from, to));
  const separate = (position: number) => setBooks((all) => all.toSpliced(position, 1, ...all[position]!.parts!));

  const newProfiles = missingProfiles(books, authors.data ?? []);
  const add = useMutation({
    mutationFn() {
      firstAuthors.current ??= authors.data ?? [];
      const [onlyAuthor, another] = firstAuthors.current;
      return addDrafts(
        books,
        {
          authors: authors.data ?? [],
          groups: groups.data ?? [],
          newProfiles: createsProfiles ? newProfiles : [],
          onlyAuthor: another ? undefined : onlyAuthor,
        },
        {
          createAuthor: (name) => createAuthor({ name }),
          createBook(body, text) {
            const withKey = keys.get(text) ?? createIdempotencyKeys();
            keys.set(text, withKey);
            return withKey(body, (key) => createBook(body, key));
          },
          refreshCover,
          errorText: textOf,
        },
        replaceBook,
      );
    },
    onSettled: () => Promise.all([refreshBooks(), refreshAuthors()]),
  });
  const lookUpAll = async (isCurrent: () => boolean) => {
    if (add.isPending) return;
    const pending = books.filter(canBeLookedUp).map(pendingBook);
    for (const book of pending) replaceBook(book);
    const owned = await fetchAllBooks().catch(() => []);
    for (const book of pending) {
      if (!isCurrent()) return;
      const result = await lookUp(book, { owned, fetchStoreData, errorText: textOf });
      if (isCurrent()) replaceBook(result);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks up the entries each time PasteBook passes new ones
  useEffect(() => {
    let isCurrent = true;
    void lookUpAll(() => isCurrent);
    return () => {
      isCurrent = false;
    };
  }, [entries]);
  const pendingCount = books.filter(({ state }) => state === 'pending').length;
  const addedCount = books.filter(({ state }) => state === 'added').length;
  const chosenCount = books.filter((book) => book.isChosen && canBeAdded(book)).length;
  useUnsavedGuard(() => chosenCount > 0, 'You haven’t added the drafts from your list yet. Leave without them?');
  useEffect(() => {
    onChosen(chosenCount);
    return () => onChosen(0);
  }, [chosenCount, onChosen]);
  return (
    <Stack>
      <CardRows>
        {books.map((book, position) => {
          const mergeTarget = findMergeTarget(books, position);
          return (
            <PastedRow
              key={book.text}
              book={book}
              isBusy={add.isPending}
              onChange={replaceBook}
              onMerge={mergeTarget === undefined ? undefined : () => merge(mergeTarget, position)}
              onSeparate={book.parts && book.state !== 'added' ? () => separate(position) : undefined}
            />
          );
        })}
      </CardRows>
      {newProfiles.length > 0 && (
        <Check
          label={`Create ${newProfiles.length > 1 ? 'the author profiles' : 'the author profile'} ${listFormat.format(newProfiles)}`}
          hint="Without a profile, the book has no author in the newsletter."
          checked={createsProfiles}
          onChange={(event) => setCreatesProfiles(event.currentTarget.checked)}
        />
      )}
      <p role="status">
        {pendingCount > 0
          ? `Looking up ${entries.length - pendingCount + 1} of ${entries.length}…`
          : add.isPending
            ? `Adding drafts: ${addedCount} added, ${chosenCount} left…`
            : addedCount > 0 && `${formatCount(addedCount, 'draft')} added.`}
      </p>
      <Row>
        {(chosenCount > 0 || addedCount === 0) && (
          <Button busy={add.isPending} disabled={chosenCount === 0 || pendingCount > 0} onClick={() => add.mutate()}>
            Add {formatCount(chosenCount, 'draft')}
          </Button>
        )}
        {addedCount > 0 && !add.isPending && (
          <Button to={`${paths.partnerBooks()}?status=draft&${NOT_REMEMBERED}`} look="quiet">
            View my drafts
          </Button>
        )}
      </Row>
    </Stack>
  );
}

const listFormat = new Intl.ListFormat('en-US');

type RowProps = {
  book: PastedBook;
  isBusy: boolean;
  onChange: (book: PastedBook) => void;
  onMerge: (() => void) | undefined;
  onSeparate: (() => void) | undefined;
};

function PastedRow({ book, isBusy, onChange, onMerge, onSeparate }: RowProps) {
  const { text, state, data, isChosen, problem } = book;
  const title = book.book?.title ?? data?.title;
  const stores = STORES.filter((store) => book.pasted.links[store]);
  const mergeLabel = state === 'unreadable' ? 'Use as the title above' : 'Same book as above';
  const picture = book.book?.cover_url ?? localCover(data?.cover_url);
  return (
    <CardRow
      picture={<Cover src={picture} alt="" width={56} />}
      aside={
        state === 'found' && (
          <Check
            label={
              <>
                Add <span className="visually-hidden">{title}</span>
              </>
            }
            checked={isChosen}
            aria-disabled={isBusy || undefined}
            onChange={({ currentTarget: { checked } }) => isBusy || onChange({ ...book, isChosen: checked })}
          />
        )
      }
    >
      {title ? (
        <strong>{book.book ? <Link to={paths.partnerBook(book.book.id)}>{title}</Link> : title}</strong>
      ) : (
        <strong>{text}</strong>
      )}
      {data?.author_name && <p>{data.author_name}</p>}
      <p>{NOTES[state]}</p>
      {stores.length > 1 && <p>Links to {listFormat.format(stores.map((store) => STORE_NAMES[store]))}</p>}
      {problem && <Alert kind="warning">{problem}</Alert>}
      {state === 'untitled' && (
        <Field
          label={`Title of ${text}`}
          maxLength={MAX_TITLE_LENGTH}
          value={book.title}
          readOnly={isBusy}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...book, title: value, isChosen: value.trim() !== '' })
          }
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      )}
      {onMerge && (
        <div>
          <Button look="quiet" aria-label={`${mergeLabel}: ${title ?? text}`} disabled={isBusy} onClick={onMerge}>
            {mergeLabel}
          </Button>
        </div>
      )}
      {onSeparate && (
        <div>
          <Button look="quiet" aria-label={`Separate again: ${title ?? text}`} disabled={isBusy} onClick={onSeparate}>
            Separate again
          </Button>
        </div>
      )}
    </CardRow>
  );
}

const NOTES: { [state in PastedBook['state']]: string } = {
  pending: 'Looking it up…',
  found: 'Found',
  untitled: '',
  yours: 'Already one of your books',
  unreadable: 'We can’t read this. Paste a store link, an ASIN, or an ISBN.',
  added: 'Draft added',
};

/** Covers on the store's host aren't shown until we have a copy. */
const localCover = (url: string | null | undefined) => (url?.startsWith('/') ? url : NO_COVER);
