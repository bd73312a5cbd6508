import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { clientFor } from '#client/api/client.ts';
import { Link } from '#client/app/router.ts';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import { authorsApi } from '#shared/api/authors.ts';
import { booksApi } from '#shared/api/books.ts';
import { formatCount } from '#shared/counts.ts';
import type { ReaderListEntry } from '#shared/readers.ts';
import { addToList, LIST_CHANGES, listKey } from './api.ts';
import { isOnList, KIND_LABELS, type Suggestion, suggestionKey, suggestionsOf } from './list-suggestions.ts';
import classes from './ReaderSections.module.css';

type Props = { uuid: string; list: readonly ReaderListEntry[] };

const [MAX_AUTHORS, MAX_BOOKS] = [3, 6];

const suggestionsQuery = (q: string) => ({
  queryKey: ['reader list search', q],
  queryFn: async () => {
    const [{ authors }, { books }] = await Promise.all([
      clientFor(authorsApi).list({ query: { public: true, q, per: MAX_AUTHORS } }),
      clientFor(booksApi).list({ query: { public: true, q, per: MAX_BOOKS } }),
    ]);
    return suggestionsOf(authors, books);
  },
});

/** Finds authors, series, and books, and adds each to the list with one press. */
export function ListSearch({ uuid, list }: Props) {
  const [q, setQ] = useState('');
  const found = useQuery({ ...suggestionsQuery(q), enabled: q !== '' });
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setQ(String(new FormData(event.currentTarget).get('q')).trim());
  };
  return (
    <>
      <search>
        <form className={classes.search} onSubmit={search}>
          <Field
            type="search"
            name="q"
            label="Find authors, series, and books to add"
            hint="You can also add them on their own pages."
            maxLength={100}
          />
          <Button type="submit" look="quiet" busy={found.isLoading}>
            Search
          </Button>
        </form>
      </search>
      <p role="status" className={found.data ? undefined : 'visually-hidden'}>
        {found.data && (found.data.length === 0 ? `No matches for “${q}”.` : formatCount(found.data.length, 'result'))}
      </p>
      {q && (
        <QueryBoundary query={found} placeholder={<ListSkeleton rows={2} height={64} />}>
          {(suggestions) => (
            <ul className={classes.list} aria-label="Search results">
              {suggestions.map((suggestion) => (
                <SuggestionEntry
                  key={suggestionKey(suggestion)}
                  uuid={uuid}
                  suggestion={suggestion}
                  isAdded={isOnList(suggestion, list)}
                />
              ))}
            </ul>
          )}
        </QueryBoundary>
      )}
    </>
  );
}

function SuggestionEntry({ uuid, suggestion, isAdded }: { uuid: string; suggestion: Suggestion; isAdded: boolean }) {
  const { kind, id, name, by, path } = suggestion;
  const queryClient = useQueryClient();
  const add = useMutation({
    mutationFn: () => addToList(uuid, { kind, id }),
    onSuccess: (changed) => queryClient.setQueryData(listKey(uuid), changed),
    scope: LIST_CHANGES,
    meta: { success: `${name} is on your list.` },
  });
  const verb = kind === 'book' ? 'Save' : 'Follow';
  return (
    <li className={classes.entry}>
      <p>
        <strong>
          <Link to={path}>{name}</Link>
        </strong>
        {by && ` by ${by}`}
        <br />
        <span className={classes.muted}>{KIND_LABELS[kind]}</span>
      </p>
      <Button
        look="quiet"
        busy={add.isPending}
        disabled={isAdded}
        aria-label={isAdded ? `On your list: ${name}` : `${verb} ${kind === 'author' ? name : `the ${kind} ${name}`}`}
        onClick={() => add.mutate()}
      >
        {isAdded ? 'On your list' : verb}
      </Button>
    </li>
  );
}
