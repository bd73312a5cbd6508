import { useQuery } from '@tanstack/react-query';
import { authorQuery, changeAuthor, useAuthorsChanged } from '#client/api/author-profiles.ts';
import { forEditing } from '#client/api/for-editing.ts';
import { useNavigate, useParams } from '#client/app/router.ts';
import { changedFields } from '#client/ui/app/changed-fields.ts';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { paths } from '#shared/paths.ts';
import { AuthorPhotoPanel } from './AuthorPhotoPanel.tsx';
import { AuthorProfileForm } from './AuthorProfileForm.tsx';
import { authorBody } from './author-form.ts';

export function AuthorProfileEditScreen() {
  const id = Number(useParams().id);
  const author = useQuery(forEditing(authorQuery(id)));
  const navigate = useNavigate();
  const changed = useAuthorsChanged();
  return (
    <Page>
      <Seo title="Edit author profile" description="Change what readers see of an author." noindex />
      <PageTitle>{author.data?.name ?? 'Author profile'}</PageTitle>
      <Loaded query={author} waiting={<Skeleton height={520} />}>
        {(found) => (
          <AuthorProfileForm
            key={found.id}
            author={found}
            submit={(values, before) => changeAuthor(id, changedFields(authorBody(before), authorBody(values)))}
            success="Your author profile was saved."
            photo={<AuthorPhotoPanel author={found} />}
            onSaved={() => {
              void changed();
              void navigate(paths.authorProfiles());
            }}
          />
        )}
      </Loaded>
    </Page>
  );
}
