import { createAuthor, useRefreshAuthors } from '#client/api/author-profiles.ts';
import { useNavigate } from '#client/app/router.ts';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { paths } from '#shared/paths.ts';
import { AuthorProfileForm } from './AuthorProfileForm.tsx';
import { authorBody } from './author-form.ts';

export function AuthorProfileNewScreen() {
  const navigate = useNavigate();
  const refreshAuthors = useRefreshAuthors();
  return (
    <Page>
      <Seo title="Add an author profile" description="Add a name your books are published under." noindex />
      <PageTitle>Add an author profile</PageTitle>
      <AuthorProfileForm
        submit={(values) => createAuthor(authorBody(values))}
        success="Your author profile was added."
        onSaved={() => {
          void refreshAuthors();
          void navigate(paths.authorProfiles());
        }}
      />
    </Page>
  );
}
