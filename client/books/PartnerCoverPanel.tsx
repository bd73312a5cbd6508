import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Cover } from '#client/ui/Cover.tsx';
import type { Book } from '#shared/books.ts';
import classes from './PartnerBookForm.module.css';
import { CoverPicker } from './PartnerCoverPicker.tsx';
import { refreshCover, uploadCover, useBooksChanged } from './partner-api.ts';

/** The cover of a saved book: changed at once, apart from the form. */
export function CoverPanel({ book }: { book: Book }) {
  const changed = useBooksChanged();
  const upload = useMutation({
    mutationFn: (picture: File) => uploadCover(book.id, picture),
    meta: { success: 'The new cover was saved.' },
    onSuccess: changed,
  });
  const refresh = useMutation({
    mutationFn: () => refreshCover(book.id),
    meta: { success: 'The cover was fetched anew.' },
    onSuccess: changed,
  });
  return (
    <div className={classes.coverRow}>
      <Cover src={book.cover_url} alt={`Cover of ${book.title}`} width={120} />
      <div className={classes.coverActions}>
        <CoverPicker busy={upload.isPending} onPick={upload.mutate} />
        {book.asin && (
          <Button variant="default" size="md" loading={refresh.isPending} onClick={() => refresh.mutate()}>
            Fetch from Amazon
          </Button>
        )}
      </div>
    </div>
  );
}
