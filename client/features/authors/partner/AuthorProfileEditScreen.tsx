import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { authorQuery, updateAuthor, uploadPhoto, useRefreshAuthors } from '#client/api/author-profiles.ts';
import { freshQuery } from '#client/api/use-api-form.ts';
import { useNavigate, useParams } from '#client/app/router.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { AuthorPhoto } from '#client/ui/AuthorPhoto.tsx';
import { changedFields } from '#client/ui/app/changed-fields.ts';
import { FileButton } from '#client/ui/app/FileButton.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { Row } from '#client/ui/Stack.tsx';
import type { Author } from '#shared/authors.ts';
import { paths } from '#shared/paths.ts';
import { AuthorProfileForm } from './AuthorProfileForm.tsx';
import { authorBody } from './author-form.ts';

export function AuthorProfileEditScreen() {
  const id = Number(useParams().id);
  const author = useQuery(freshQuery(authorQuery(id)));
  const navigate = useNavigate();
  const refreshAuthors = useRefreshAuthors();
  return (
    <Page>
      <Seo title="Edit author profile" description="Change what readers see about an author." noindex />
      <PageTitle>{author.data?.name ?? 'Author profile'}</PageTitle>
      <QueryBoundary query={author} placeholder={<Skeleton height={520} />}>
        {(profile) => (
          <AuthorProfileForm
            key={profile.id}
            author={profile}
            submit={(values, before) => updateAuthor(id, changedFields(authorBody(before), authorBody(values)))}
            success="Your author profile was saved."
            photo={<AuthorPhotoPanel author={profile} />}
            onSaved={() => {
              void refreshAuthors();
              void navigate(paths.authorProfiles());
            }}
          />
        )}
      </QueryBoundary>
    </Page>
  );
}

const PHOTO_TYPES = 'image/jpeg,image/png,image/webp';
const MAX_PHOTO_BYTES = 5 * 1024 * 1024;

function problemOf({ type, size }: File): string | null {
  if (!PHOTO_TYPES.split(',').includes(type)) return 'That isn’t a JPEG, PNG, or WebP image. Choose another one.';
  return size > MAX_PHOTO_BYTES ? 'That photo is larger than 5 MB. Choose a smaller one.' : null;
}

/** The photo of a saved profile, saved separately from the form. */
function AuthorPhotoPanel({ author }: { author: Author }) {
  const refreshAuthors = useRefreshAuthors();
  const upload = useMutation({
    mutationFn: (picture: File) => uploadPhoto(author.id, picture),
    meta: { success: 'The new photo was saved.' },
    onSuccess: refreshAuthors,
  });
  const [refusal, setRefusal] = useState<string | null>(null);
  const pick = (picture: File) => {
    const problem = problemOf(picture);
    setRefusal(problem);
    if (!problem) upload.mutate(picture);
  };
  return (
    <Panel title="Photo" lead="We’ll crop it to a square. JPEG, PNG, or WebP, at most 5 MB.">
      <Row gap="m">
        <AuthorPhoto author={author} size={96} />
        <FileButton accept={PHOTO_TYPES} onPick={pick} busy={upload.isPending}>
          {author.photo_url ? 'Choose another photo' : 'Choose a photo'}
        </FileButton>
      </Row>
      {refusal && <Alert kind="error">{refusal}</Alert>}
    </Panel>
  );
}
