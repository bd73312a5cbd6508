import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import { FileDrop } from '#client/ui/app/FileDrop.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Cover } from '#client/ui/Cover.tsx';
import { Stack } from '#client/ui/Stack.tsx';
import type { Book } from '#shared/books.ts';
import classes from './PartnerBookForm.module.css';

type Props = {
  book: Book;
  /** The API calls of the partner or of staff. */
  calls: {
    uploadCover: (id: number, picture: File) => Promise<unknown>;
    refreshCover: (id: number) => Promise<unknown>;
  };
  onChanged: () => Promise<unknown>;
};

/** A saved book's cover, which is saved separately from the form. */
export function CoverPanel({ book, calls, onChanged }: Props) {
  const upload = useMutation({
    mutationFn: (picture: File) => calls.uploadCover(book.id, picture),
    meta: { success: 'The new cover was saved.' },
    onSuccess: onChanged,
  });
  const refresh = useMutation({
    mutationFn: () => calls.refreshCover(book.id),
    meta: { success: 'The cover was fetched from Amazon.' },
    onSuccess: onChanged,
  });
  return (
    <div className={classes.coverRow}>
      <Cover src={book.cover_url} alt={`Cover of ${book.title}`} width={120} />
      <Stack gap="s">
        <CoverPicker busy={upload.isPending} onPick={upload.mutate} />
        {book.asin && (
          <Button look="quiet" busy={refresh.isPending} onClick={() => refresh.mutate()}>
            Fetch from Amazon
          </Button>
        )}
      </Stack>
    </div>
  );
}

const MAX_COVER_BYTES = 5 * 1024 * 1024;
const COVER_TYPES = ['image/jpeg', 'image/png', 'image/webp'];

type CoverPickerProps = { busy?: boolean; onPick: (picture: File) => void };

/** An area for dropping or choosing a cover picture. */
export function CoverPicker({ busy = false, onPick }: CoverPickerProps) {
  const [warning, setWarning] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const refuse = (reason: string) => {
    setRefusal(reason);
    setWarning(null);
  };
  const pick = async (picture: File) => {
    const size = await sizeOf(picture);
    if (!size) return refuse('We can’t read this file. Choose a JPEG, PNG, or WebP image.');
    setRefusal(null);
    setWarning(coverWarning(size));
    onPick(picture);
  };
  return (
    <>
      <FileDrop
        label="Cover image"
        accept={COVER_TYPES}
        maxBytes={MAX_COVER_BYTES}
        busy={busy}
        onPick={(picture) => void pick(picture)}
        onReject={() => refuse('That isn’t a JPEG, PNG, or WebP image of at most 5 MB. Choose another one.')}
      >
        <span>Drop an image here, or choose one</span>
        <small>JPEG, PNG, or WebP, best {IDEAL_SIZE} pixels, at most 5 MB</small>
      </FileDrop>
      {refusal && <Alert kind="error">{refusal}</Alert>}
      {warning && <Alert kind="warning">{warning}</Alert>}
    </>
  );
}

async function sizeOf(picture: File) {
  const bitmap = await createImageBitmap(picture).catch(() => null);
  return bitmap && { width: bitmap.width, height: bitmap.height };
}

const IDEAL_RATIO = 1.5;
/** Narrower pictures look blurred on sharp screens. */
const MIN_SHARP_WIDTH = 600;

/** A warning if a picture's ratio is far from 2:3 or its width is too small, or null. */
export function coverWarning({ width, height }: { width: number; height: number }): string | null {
  const ratio = height / width;
  if (ratio > 1.7)
    return 'Covers are displayed at a 2:3 ratio. Yours is taller, so its top and bottom will be cropped in lists.';
  if (ratio < 1.3) return 'Covers are displayed at a 2:3 ratio. Yours is wider, so its sides will be cropped in lists.';
  if (width < MIN_SHARP_WIDTH)
    return `This image is only ${width} pixels wide. Use at least ${MIN_SHARP_WIDTH} pixels for a sharp cover.`;
  return null;
}

const IDEAL_SIZE = `${MIN_SHARP_WIDTH * 2} × ${MIN_SHARP_WIDTH * 2 * IDEAL_RATIO}`;
