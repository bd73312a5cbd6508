import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { confirmDiscard } from '#client/api/unsaved.ts';
import { Link } from '#client/app/router.ts';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import { ADULT_BOOKS_ON_LIST, WISH_PRICES, wishPrice } from '#shared/reader-list.ts';
import type { Reader, ReaderListEntry } from '#shared/readers.ts';
import { addToList, fetchReaderList, LIST_CHANGES, listKey, readerKey, removeFromList, updateReader } from './api.ts';
import { ListSearch } from './ListSearch.tsx';
import classes from './ReaderSections.module.css';

/**
 * `isLinkTarget`: a link to the list led here. The section loads with the reader's data, too late for the router's
 * focus. `onChange`: the reader's preferences have changed.
 */
type Props = { reader: Reader; isLinkTarget: boolean; onChange: () => void };

/** The authors and series that the reader follows, and the books they saved. */
export function ListSection({ reader, isLinkTarget, onChange }: Props) {
  const { uuid } = reader;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isLinkTarget) heading.current?.focus();
  }, [isLinkTarget]);
  const list = useQuery({ queryKey: listKey(uuid), queryFn: () => fetchReaderList(uuid) });
  return (
    <section className={classes.section} aria-labelledby="list">
      <h2 id="list" ref={heading} tabIndex={-1}>
        Your list
      </h2>
      <p>
        Deals by authors you follow, and on books you saved, come first in your newsletter, in any genre.{' '}
        {ADULT_BOOKS_ON_LIST}
      </p>
      {reader.frequency === 'weekly' && <SaleDayAlerts reader={reader} onChange={onChange} />}
      <QueryBoundary query={list} placeholder={<ListSkeleton rows={2} height={64} />}>
        {(entries) => (
          <>
            {entries.length === 0 ? (
              <p>No authors, series, or books yet.</p>
            ) : (
              <ul className={classes.list}>
                {entries.map((entry) => (
                  <Entry key={entry.id} uuid={uuid} entry={entry} />
                ))}
              </ul>
            )}
            <ListSearch uuid={uuid} list={entries} />
          </>
        )}
      </QueryBoundary>
    </section>
  );
}

/** Lets a weekly reader also get emails on days with a deal from their list, since many deals end before Saturday. */
function SaleDayAlerts({ reader, onChange }: Pick<Props, 'reader' | 'onChange'>) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (list_alerts: boolean) => updateReader(reader.uuid, { list_alerts }),
    onSuccess: (changed) => {
      queryClient.setQueryData(readerKey(reader.uuid), changed);
      onChange();
    },
  });
  return (
    <>
      <p role="status">
        {reader.list_alerts
          ? 'You’ll also get an email on days when there’s a deal from your list.'
          : 'You get one email a week, on Saturday. Some deals end before that.'}
      </p>
      <div>
        <Button
          type="button"
          look="quiet"
          busy={change.isPending}
          onClick={() => confirmDiscard() && change.mutate(!reader.list_alerts)}
        >
          {reader.list_alerts ? 'Email me on Saturdays only' : 'Also email me on sale days'}
        </Button>
      </div>
    </>
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
  const onSuccess = (list: ReaderListEntry[]) => queryClient.setQueryData(listKey(uuid), list);
  const remove = useMutation({
    mutationFn: () => removeFromList(uuid, id),
    onSuccess,
    scope: LIST_CHANGES,
    meta: { success: `${name} was removed from your list.` },
  });
  const setPrice = useMutation({
    mutationFn: (price: string) =>
      addToList(uuid, { kind: 'book', id: book_id!, max_price_cents: price === '' ? null : Number(price) }),
    onSuccess,
    scope: LIST_CHANGES,
    meta: { success: 'Price saved.' },
  });
  const prices = [...new Set([...WISH_PRICES, ...(max_price_cents === null ? [] : [max_price_cents])])];
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
          label="Notify me when it’s"
          aria-label={`${name}: Notify me when it’s`}
          value={setPrice.isPending ? setPrice.variables : (max_price_cents ?? '')}
          onChange={({ target }) => setPrice.mutate(target.value)}
          options={[
            { value: '', label: 'on sale' },
            ...prices.sort((a, b) => a - b).map((cents) => ({ value: String(cents), label: wishPrice(cents) })),
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
