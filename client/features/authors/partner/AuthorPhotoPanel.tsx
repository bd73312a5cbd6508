import { Button, FileButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { uploadPhoto, useAuthorsChanged } from '#client/api/author-profiles.ts';
import { AuthorPhoto } from '#client/ui/AuthorPhoto.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { notify } from '#client/ui/notifications/notify.ts';
import type { Author } from '#shared/authors.ts';
import classes from './AuthorProfiles.module.css';

const TYPES = 'image/jpeg,image/png,image/webp';
const MAX_BYTES = 5 * 1024 * 1024;

/** The photo of a saved profile: changed at once, apart from the form. */
export function AuthorPhotoPanel({ author }: { author: Author }) {
  const changed = useAuthorsChanged();
  const upload = useMutation({
    mutationFn: (picture: File) => uploadPhoto(author.id, picture),
    meta: { success: 'The new photo was saved.' },
    onSuccess: changed,
  });
  const pick = (picture: File | null) => {
    if (!picture) return;
    if (picture.size > MAX_BYTES) notify.error('Photos are at most 5 MB.');
    else upload.mutate(picture);
  };
  return (
    <Panel title="Photo" lead="It is cut to a square. JPEG, PNG or WebP, at most 5 MB.">
      <div className={classes.face}>
        <AuthorPhoto author={author} size={96} />
        <FileButton accept={TYPES} onChange={pick}>
          {(props) => (
            <Button {...props} variant="default" size="md" loading={upload.isPending}>
              {author.photo_url ? 'Choose another photo' : 'Choose a photo'}
            </Button>
          )}
        </FileButton>
      </div>
    </Panel>
  );
}
