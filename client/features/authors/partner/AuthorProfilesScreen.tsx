import { useMutation, useQuery } from '@tanstack/react-query';
import { authorsQuery, deleteAuthor, useRefreshAuthors } from '#client/api/author-profiles.ts';
import { Link, useSearchParams } from '#client/app/router.ts';
import { AuthorPhoto } from '#client/ui/AuthorPhoto.tsx';
import { confirmDialog } from '#client/ui/app/Dialog.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { CardRow, CardRows } from '#client/ui/app/Rows.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import { pageOf } from '#client/ui/search-params.ts';
import type { Author } from '#shared/authors.ts';
import { paths } from '#shared/paths.ts';
import { SUCCESS_TEXTS } from '#shared/success-texts.ts';
import classes from './AuthorProfiles.module.css';

export function AuthorProfilesScreen() {
  const page = pageOf(useSearchParams()[0]);
  const authors = useQuery(authorsQuery(page));
  return (
    <Page>
      <Seo title="My author profiles" description="The names your books are published under." noindex />
      <PageTitle lead="The names your books are published under. Each has its own public page.">
        My author profiles
      </PageTitle>
      <div>
        <Button to={paths.authorProfileNew()}>Add an author profile</Button>
      </div>
      <QueryBoundary query={authors} placeholder={<ListSkeleton rows={3} height={112} />}>
        {({ authors, meta }) =>
          authors.length === 0 ? (
            <NoProfiles />
          ) : (
            <>
              <CardRows>
                {authors.map((author) => (
                  <AuthorProfileRow key={author.id} author={author} />
                ))}
              </CardRows>
              <Pagination meta={meta} href={(to) => (to > 1 ? `?page=${to}` : '?')} />
            </>
          )
        }
      </QueryBoundary>
    </Page>
  );
}

const NoProfiles = () => (
  <EmptyState
    title="No author profiles yet"
    action={<Button to={paths.authorProfileNew()}>Add an author profile</Button>}
  >
    An author profile has a name, a short bio, and links, plus a page listing your books.
  </EmptyState>
);

function AuthorProfileRow({ author }: { author: Author }) {
  const refreshAuthors = useRefreshAuthors();
  const remove = useMutation({
    mutationFn: () => deleteAuthor(author.id),
    meta: { success: SUCCESS_TEXTS.authorDeleted },
    onSettled: refreshAuthors,
  });
  const askToDelete = () =>
    confirmDialog({
      title: 'Delete this author profile?',
      text: `This deletes the profile of ${author.name} and its public page.`,
      confirm: 'Delete profile',
      onConfirm: () => remove.mutate(),
    });
  return (
    <CardRow
      picture={<AuthorPhoto author={author} size={64} />}
      aside={
        <>
          <Button to={paths.authorProfileEdit(author.id)} look="quiet">
            Edit profile
          </Button>
          <Button look="danger" busy={remove.isPending} onClick={askToDelete}>
            Delete profile
          </Button>
        </>
      }
    >
      <h2>
        <Link to={paths.authorProfileEdit(author.id)}>{author.name}</Link>
      </h2>
      <p className={classes.bio}>{author.bio || 'No bio yet'}</p>
      <p>
        {booksText(author.books_count ?? 0)} · {followersText(author.followers_count ?? 0)} ·{' '}
        <Link to={paths.author(author)}>Public page</Link>
      </p>
    </CardRow>
  );
}

const followersText = (count: number) =>
  count === 0 ? 'No followers yet' : count === 1 ? '1 follower' : `${count.toLocaleString('en-US')} followers`;

const booksText = (count: number) => (count === 0 ? 'No books' : count === 1 ? '1 book' : `${count} books`);
