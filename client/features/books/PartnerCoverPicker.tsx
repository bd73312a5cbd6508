import '@mantine/dropzone/styles.css';
import { Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useState } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import { notify } from '#client/ui/notifications/notify.ts';
import { cropHint, IDEAL_SIZE } from './crop-hint.ts';

const MAX_BYTES = 5 * 1024 * 1024;
const TYPES = ['image/jpeg', 'image/png', 'image/webp'];

type Props = { busy?: boolean; onPick: (picture: File) => void };

/** A place to drop a cover picture, or to choose one. */
export function CoverPicker({ busy = false, onPick }: Props) {
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
