import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApp } from '#client/api/app.ts';
import { categoriesQuery } from '#client/api/categories.ts';
import { Button } from '#client/ui/Button.tsx';
import { Row } from '#client/ui/Stack.tsx';
import type { Reader } from '#shared/readers.ts';
import { changeReader } from './api.ts';
import classes from './ReaderSections.module.css';

type Props = { reader: Reader; id: number; onChange: () => void };

/** The button for the genre that the email's link names, and the way back. Opening the link changes nothing, because scanners open it too. */
export function GenreOffSection({ reader, id, onChange }: Props) {
  const categories = useQuery(categoriesQuery(useApp().api)).data ?? [];
  const queryClient = useQueryClient();
  const [before, setBefore] = useState<readonly number[] | null>(null);
  const change = useMutation({
    mutationFn: (category_ids: readonly number[]) => changeReader(reader.uuid, { category_ids: [...category_ids] }),
    onSuccess: (changed) => {
      queryClient.setQueryData(['reader', reader.uuid], changed);
      onChange();
    },
  });
  const name = categories.find((category) => category.id === id)?.name;
  if (!name) return null;
  const isChosen = reader.category_ids.includes(id);
  const others = reader.category_ids.filter((other) => other !== id);
  const turnOff = () => {
    setBefore(reader.category_ids);
    change.mutate(others);
  };
  return (
    <section className={classes.section} aria-labelledby="genre-off">
      <h2 id="genre-off">{isChosen ? `No more ${name}?` : `${name} is off`}</h2>
      {!isChosen ? (
        <>
          <p role="status">We won’t send you {name} deals anymore.</p>
          {before && (
            <Row>
              <Button type="button" look="quiet" busy={change.isPending} onClick={() => change.mutate(before)}>
                Turn on {name} again
              </Button>
            </Row>
          )}
        </>
      ) : others.length === 0 ? (
        <p>{name} is your only genre. Choose others below first, or unsubscribe.</p>
      ) : (
        <Row>
          <Button type="button" busy={change.isPending} onClick={turnOff}>
            Turn off {name}
          </Button>
        </Row>
      )}
    </section>
  );
}
