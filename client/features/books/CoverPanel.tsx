import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Cover } from '#client/ui/Cover.tsx';
import type { Book } from '#shared/books.ts';
import classes from './PartnerBookForm.module.css';
import { CoverPicker } from './PartnerCoverPicker.tsx';

type Props = {
  book: Book;
  /** The partner's calls, or the staff's. */
  calls: {
    uploadCover: (id: number, picture: File) => Promise<unknown>;
    refreshCover: (id: number) => Promise<unknown>;
  };
  onChanged: () => Promise<unknown>;
};

/** The cover of a saved book: changed at once, apart from the form. */
export function CoverPanel({ book, calls, onChanged }: Props) {
  const upload = useMutation({
    mutationFn: (picture: File) => calls.uploadCover(book.id, picture),
    meta: { success: 'The new cover was saved.' },
    onSuccess: onChanged,
  });
  const refresh = useMutation({
    mutationFn: () => calls.refreshCover(book.id),
    meta: { success: 'The cover was fetched anew.' },
    onSuccess: onChanged,
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
