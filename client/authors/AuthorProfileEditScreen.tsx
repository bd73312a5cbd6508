import { useQuery } from '@tanstack/react-query';
import { forEditing } from '#client/api/for-editing.ts';
import { Loaded } from '#client/partners/parts/Loaded.tsx';
import { changedFields } from '#client/promotions/parts/changed-fields.ts';
import { useNavigate, useParams } from '#client/router.ts';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { paths } from '#shared/paths.ts';
import { AuthorPhotoPanel } from './AuthorPhotoPanel.tsx';
import { AuthorProfileForm } from './AuthorProfileForm.tsx';
import { authorBody } from './author-form.ts';
import { authorQuery, changeAuthor, useAuthorsChanged } from './partner-api.ts';

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
