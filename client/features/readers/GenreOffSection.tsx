import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApp } from '#client/api/app.ts';
import { categoriesQuery } from '#client/api/categories.ts';
import { confirmDiscard } from '#client/api/unsaved.ts';
import { Button } from '#client/ui/Button.tsx';
import { Row } from '#client/ui/Stack.tsx';
import type { Reader } from '#shared/readers.ts';
import { readerKey, updateReader } from './api.ts';
import classes from './ReaderSections.module.css';

type Props = { reader: Reader; genreId: number; onChange: () => void };

/**
 * Button that turns off the genre named in the email's link, with undo. Opening the link changes nothing, because
 * scanners open it too.
 */
export function GenreOffSection({ reader, genreId, onChange }: Props) {
  const categories = useQuery(categoriesQuery(useApp().api)).data ?? [];
  const queryClient = useQueryClient();
  const [wasTurnedOffHere, setTurnedOffHere] = useState(false);
  const change = useMutation({
    mutationFn: (category_ids: number[]) => updateReader(reader.uuid, { category_ids }),
    onSuccess: (changed) => {
      queryClient.setQueryData(readerKey(reader.uuid), changed);
      onChange();
    },
  });
  const name = categories.find((category) => category.id === genreId)?.name;
  if (!name) return null;
  const isChosen = reader.category_ids.includes(genreId);
  const others = reader.category_ids.filter((other) => other !== genreId);
  const turnOff = () => {
    if (!confirmDiscard()) return;
    setTurnedOffHere(true);
    change.mutate(others);
  };
  const turnOnAgain = () => {
    if (confirmDiscard()) change.mutate([...others, genreId]);
  };
  return (
    <section className={classes.section} aria-labelledby="genre-off">
      <h2 id="genre-off">{isChosen ? `No more ${name}?` : `${name} is off`}</h2>
      {!isChosen ? (
        <>
          <p role="status">We won’t send you {name} deals anymore, except those on your list.</p>
          {wasTurnedOffHere && (
            <Row>
              <Button type="button" look="quiet" busy={change.isPending} onClick={turnOnAgain}>
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
