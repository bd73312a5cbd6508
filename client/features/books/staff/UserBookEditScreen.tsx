import { useQuery } from '@tanstack/react-query';
import { forEditing } from '#client/api/for-editing.ts';
import { Link, useNavigate, useParams } from '#client/app/router.ts';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { paths } from '#shared/paths.ts';
import { UserBookForm } from './UserBookForm.tsx';
import { userBookQuery, useUserBooksChanged } from './user-api.ts';

export function UserBookEditScreen() {
  const id = Number(useParams().id);
  const query = useQuery(forEditing(userBookQuery(id)));
  const navigate = useNavigate();
  const changed = useUserBooksChanged();
  return (
    <Page>
      <Seo title={query.data ? `Edit ${query.data.title}` : 'Edit book'} description="One book, for staff." noindex />
      <p>
        <Link to={paths.userBook(id)}>Back to the book</Link>
      </p>
      <PageTitle
        lead={query.data?.partner && `A book of ${query.data.partner.name}. Every change is kept in the audit log.`}
      >
        {query.data?.title ?? 'Edit book'}
      </PageTitle>
      <Loaded query={query} waiting={<Skeleton height={640} />}>
        {(book) => (
          <UserBookForm
            key={book.id}
            book={book}
            onSaved={() => {
              void changed();
              void navigate(paths.userBook(id));
            }}
          />
        )}
      </Loaded>
    </Page>
  );
}
