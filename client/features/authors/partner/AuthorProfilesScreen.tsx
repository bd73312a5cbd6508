import { useQuery } from '@tanstack/react-query';
import { authorsQuery } from '#client/api/author-profiles.ts';
import { useSearchParams } from '#client/app/router.ts';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { pageOf } from '#client/ui/page-of.ts';
import { Seo } from '#client/ui/Seo.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import { paths } from '#shared/paths.ts';
import { AuthorProfileRow } from './AuthorProfileRow.tsx';
import classes from './AuthorProfiles.module.css';

export function AuthorProfilesScreen() {
  const page = pageOf(useSearchParams()[0]);
  const authors = useQuery(authorsQuery(page));
  return (
    <Page>
      <Seo title="My author profiles" description="The names your books are published under." noindex />
      <PageTitle lead="The names your books are published under. Readers find each on a page of its own.">
        My author profiles
      </PageTitle>
      <div>
        <Button to={paths.authorProfileNew()}>Add an author profile</Button>
      </div>
      <Loaded query={authors} waiting={<ListSkeleton rows={3} height={112} />}>
        {({ authors, meta }) =>
          authors.length === 0 ? (
            <NoProfiles />
          ) : (
            <>
              <ul className={classes.list}>
                {authors.map((author) => (
                  <AuthorProfileRow key={author.id} author={author} />
                ))}
              </ul>
              <Pagination meta={meta} href={(to) => (to > 1 ? `?page=${to}` : '?')} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

const NoProfiles = () => (
  <EmptyState title="No author profile yet" action={<Button to={paths.authorProfileNew()}>Write the first one</Button>}>
    A profile has a name, a few words about the author and links. Your books are shown on its page.
  </EmptyState>
);
