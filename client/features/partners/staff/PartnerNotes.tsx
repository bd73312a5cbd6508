import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { browserStore } from '#client/api/stored.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { Link } from '#client/app/router.ts';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { InstantText } from '#client/ui/DateText.tsx';
import { TextField } from '#client/ui/Field.tsx';
import { Paragraphs } from '#client/ui/Paragraphs.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import { Row } from '#client/ui/Stack.tsx';
import { formatInstant } from '#shared/dates.ts';
import { type InternalNote, InternalNoteInput, MAX_NOTE_LENGTH } from '#shared/partner-dossier.ts';
import { paths } from '#shared/paths.ts';
import { notesKey, partners } from './api.ts';
import classes from './PartnerNotes.module.css';

type Props = {
  partner_id: number;
  /** The promotion that new notes are about. */
  promotion_id?: number;
};

/** The staff's notes about a partner and their promotions, and a form to add a note. */
export function PartnerNotes({ partner_id, promotion_id }: Props) {
  const query = useInfiniteQuery({
    queryKey: notesKey(partner_id),
    queryFn: ({ pageParam }) => partners.listNotes({ partner_id, query: { page: pageParam } }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page * meta.per < meta.total_count ? meta.page + 1 : undefined),
  });
  const draft = noteDraft(partner_id, promotion_id);
  const [isWriting, setWriting] = useState(() => draft.read() !== '');
  return (
    <div className={classes.notes}>
      <QueryBoundary query={query} placeholder={<ListSkeleton rows={1} height={52} />}>
        {({ pages }) =>
          pages[0]!.notes.length === 0 ? (
            <p>No notes yet.</p>
          ) : (
            <ol className={classes.list}>
              {pages
                .flatMap(({ notes }) => notes)
                .map((note) => (
                  <Note key={note.id} note={note} isAboutCurrentPromotion={note.promotion_id === promotion_id} />
                ))}
            </ol>
          )
        }
      </QueryBoundary>
      <Row>
        {!isWriting && (
          <Button look="quiet" onClick={() => setWriting(true)}>
            Add a note
          </Button>
        )}
        {query.hasNextPage && (
          <Button look="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show older notes
          </Button>
        )}
      </Row>
      {isWriting && (
        <NoteForm partner_id={partner_id} promotion_id={promotion_id} draft={draft} onDone={() => setWriting(false)} />
      )}
    </div>
  );
}

function Note({ note, isAboutCurrentPromotion }: { note: InternalNote; isAboutCurrentPromotion: boolean }) {
  const { id, partner_id, promotion_id, promotion_title, author_name, created_at, can_delete } = note;
  const reload = useReload(partner_id);
  const [isConfirming, setConfirming] = useState(false);
  const remove = useMutation({
    mutationFn: () => partners.deleteNote({ partner_id, note_id: id }),
    meta: { success: 'The note was deleted.' },
    onSettled: reload,
  });
  return (
    <li className={classes.note}>
      <div className={classes.head}>
        <p>
          <strong>{author_name}</strong> <InstantText at={created_at} />
          {promotion_id !== null && !isAboutCurrentPromotion && (
            <>
              {' about '}
              <Link to={paths.userPromotion(promotion_id)}>{promotion_title ?? `promotion ${promotion_id}`}</Link>
            </>
          )}
        </p>
        {can_delete && !isConfirming && (
          <button
            type="button"
            className={classes.delete}
            aria-label={`Delete ${author_name}’s note from ${formatInstant(created_at)}`}
            onClick={() => setConfirming(true)}
          >
            Delete
          </button>
        )}
      </div>
      <Paragraphs text={note.text} />
      {isConfirming && (
        <Row>
          <Button look="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            Delete note
          </Button>
          <Button look="quiet" autoFocus onClick={() => setConfirming(false)}>
            Keep the note
          </Button>
        </Row>
      )}
    </li>
  );
}

/** The text of an unsaved note, stored in the browser until logout, so that switching promotions doesn't lose it. */
function noteDraft(partner_id: number, promotion_id: number | undefined) {
  const store = browserStore();
  const key = `note_${partner_id}_${promotion_id ?? ''}`;
  return {
    read: () => store.getItem(key) ?? '',
    save: (text: string) => (text ? store.setItem(key, text) : store.removeItem(key)),
  };
}

type FormProps = Props & { draft: ReturnType<typeof noteDraft>; onDone: () => void };

function NoteForm({ partner_id, promotion_id, draft, onDone }: FormProps) {
  const reload = useReload(partner_id);
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { text: draft.read() },
    onValuesChange: ({ text }) => draft.save(text),
    isSavedElsewhere: true,
    schema: InternalNoteInput,
    submit: ({ text }) => partners.addNote({ partner_id, body: { text, promotion_id } }),
    success: 'The note was added.',
    onSuccess: () => {
      reload();
      draft.save('');
      onDone();
    },
  });
  return (
    <form onSubmit={onSubmit} className={classes.form}>
      <TextField
        label={promotion_id ? 'Note about this promotion' : 'Note about this partner'}
        hint="Only staff can see it."
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        autoFocus={draft.read() === ''}
        {...form.getInputProps('text')}
      />
      <Row>
        <Button type="submit" busy={busy}>
          Save note
        </Button>
        <Button
          look="quiet"
          onClick={() => {
            draft.save('');
            onDone();
          }}
        >
          Cancel
        </Button>
      </Row>
    </form>
  );
}

function useReload(partner_id: number) {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: notesKey(partner_id) });
}
