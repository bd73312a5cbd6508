import '@mantine/dropzone/styles.css';
import { Button, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import { Cover } from '#client/ui/Cover.tsx';
import { notify } from '#client/ui/notifications/notify.ts';
import type { Book } from '#shared/books.ts';
import classes from './PartnerBookForm.module.css';

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

const MAX_BYTES = 5 * 1024 * 1024;
const TYPES = ['image/jpeg', 'image/png', 'image/webp'];

type CoverPickerProps = { busy?: boolean; onPick: (picture: File) => void };

/** A place to drop a cover picture, or to choose one. */
export function CoverPicker({ busy = false, onPick }: CoverPickerProps) {
  const [hint, setHint] = useState<string | null>(null);
  const pick = async ([picture]: File[]) => {
    if (!picture) return;
    const size = await sizeOf(picture);
    if (!size) return notify.error('This file is not a picture that can be read.');
    setHint(cropHint(size));
    onPick(picture);
  };
  return (
    <>
      <Dropzone
        accept={TYPES}
        maxSize={MAX_BYTES}
        multiple={false}
        loading={busy}
        p="md"
        onDrop={(files: File[]) => void pick(files)}
        onReject={() => notify.error('Covers are JPEG, PNG or WebP pictures of at most 5 MB.')}
        inputProps={{ 'aria-label': 'Cover picture' }}
      >
        <Text>Drop a picture here, or choose one</Text>
        <Text size="sm" c="dimmed">
          JPEG, PNG or WebP, best {IDEAL_SIZE} pixels, at most 5 MB
        </Text>
      </Dropzone>
      {hint && <Alert kind="warning">{hint}</Alert>}
    </>
  );
}

async function sizeOf(picture: File) {
  const bitmap = await createImageBitmap(picture).catch(() => null);
  return bitmap && { width: bitmap.width, height: bitmap.height };
}

const IDEAL = 1.5;
/** Below this the picture would be blurred on sharp screens. */
const GOOD_WIDTH = 600;

/** What becomes of a picture as a cover, which is shown 2:3; null when it fits. */
export function cropHint({ width, height }: { width: number; height: number }): string | null {
  const shape = height / width;
  if (shape > 1.7) return 'Covers are shown 2:3. Yours is taller: its top and bottom will be cut off in lists.';
  if (shape < 1.3) return 'Covers are shown 2:3. Yours is wider: its left and right will be cut off in lists.';
  if (width < GOOD_WIDTH) return `This picture is only ${width} pixels wide. ${GOOD_WIDTH} or more look sharp.`;
  return null;
}

const IDEAL_SIZE = `${GOOD_WIDTH * 2} × ${GOOD_WIDTH * 2 * IDEAL}`;
