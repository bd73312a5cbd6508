import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '#client/app/router.ts';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import { paths } from '#shared/paths.ts';
import { WISH_PRICES, wishPrice } from '#shared/reader-list.ts';
import type { ReaderListEntry } from '#shared/readers.ts';
import { addToList, readList, removeFromList } from './api.ts';
import classes from './ReaderSections.module.css';

/** The authors and series that the reader follows, and the books they saved. */
export function ListSection({ uuid }: { uuid: string }) {
  const list = useQuery({ queryKey: ['reader', uuid, 'list'], queryFn: () => readList(uuid) });
  return (
    <section className={classes.section} aria-labelledby="list">
      <h2 id="list">Your list</h2>
      <p>
        Deals by authors you follow, and on books you saved, come first in your newsletter, in any genre. You won’t get
        extra emails. Adult books are included only if you chose an adult genre above.
      </p>
      <QueryBoundary query={list} waiting={<ListSkeleton rows={2} height={64} />}>
        {(entries) =>
          entries.length === 0 ? (
            <p>
              Nothing yet. Open a <Link to={paths.books()}>book</Link> or an <Link to={paths.authors()}>author</Link> to
              follow or save.
            </p>
          ) : (
            <ul className={classes.list}>
              {entries.map((entry) => (
                <Entry key={entry.id} uuid={uuid} entry={entry} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </section>
  );
}

function Entry({
  uuid,
  entry: { id, kind, name, by, path, book_id, max_price_cents },
}: {
  uuid: string;
  entry: ReaderListEntry;
}) {
  const queryClient = useQueryClient();
  const onSuccess = (list: ReaderListEntry[]) => queryClient.setQueryData(['reader', uuid, 'list'], list);
  const remove = useMutation({
    mutationFn: () => removeFromList(uuid, id),
    onSuccess,
    meta: { success: `${name} is off your list.` },
  });
  const setPrice = useMutation({
    mutationFn: (price: string) =>
      addToList(uuid, { kind: 'book', id: book_id!, max_price_cents: price === '' ? null : Number(price) }),
    onSuccess,
    meta: { success: 'The price is saved.' },
  });
  const offered = [...new Set([...WISH_PRICES, ...(max_price_cents === null ? [] : [max_price_cents])])];
  return (
    <li className={classes.entry}>
      <p>
        <strong>{path ? <Link to={path}>{name}</Link> : name}</strong>
        {by && ` by ${by}`}
        <br />
        <span className={classes.muted}>
          {kind === 'author' ? 'Author you follow' : kind === 'series' ? 'Series you follow' : 'Saved book'}
          {path === null && ', no longer on Deckle'}
        </span>
      </p>
      {book_id !== null && path !== null && (
        <SelectField
          name={`price-${id}`}
          label="Tell me when it’s"
          aria-label={`Tell me when ${name} is`}
          value={max_price_cents ?? ''}
          onChange={({ target }) => setPrice.mutate(target.value)}
          options={[
            { value: '', label: 'any deal' },
            ...offered.map((cents) => ({ value: String(cents), label: wishPrice(cents) })),
          ]}
        />
      )}
      <Button
        type="button"
        look="quiet"
        busy={remove.isPending}
        aria-label={`${kind === 'book' ? 'Remove' : 'Unfollow'} ${name}`}
        onClick={() => remove.mutate()}
      >
        {kind === 'book' ? 'Remove' : 'Unfollow'}
      </Button>
    </li>
  );
}
