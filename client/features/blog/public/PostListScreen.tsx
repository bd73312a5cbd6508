import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { useSearchParams } from '#client/app/router.ts';
import { breadcrumbJsonLd } from '#client/ui/Breadcrumbs.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { SearchForm } from '#client/ui/SearchForm.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { AUTHORS_BLOG, type Family, READERS_BLOG } from './family.ts';
import { PostCategories, PostList } from './PostList.tsx';
import { postSearchHref, postSearchOf, postsQuery, tagsQuery } from './queries.ts';

export function BlogScreen() {
  const { data: tags } = useSuspenseQuery(tagsQuery(useApp().api));
  const { tag_id } = postSearchOf(useSearchParams()[0]);
  return <PostListScreen family={AUTHORS_BLOG} tag={tags.find(({ id }) => id === tag_id)?.name ?? null} />;
}

export const ReaderBlogScreen = () => <PostListScreen family={READERS_BLOG} tag={null} />;

function PostListScreen({ family, tag }: { family: Family; tag: string | null }) {
  const { app_url } = useShell();
  const search = postSearchOf(useSearchParams()[0]);
  const { posts, meta } = useSuspenseQuery(postsQuery(useApp().api, family, search)).data;
  const narrowed = search.q !== '' || (family.hasTags && search.tag_id !== null);
  return (
    <Page>
      <Seo
        title={titleOf(family, search.page, tag)}
        description={family.lead}
        path={postSearchHref(family.home, { page: search.page })}
        noindex={narrowed}
        jsonLd={[breadcrumbJsonLd([{ to: family.home, label: family.name }], app_url)]}
      />
      <link rel="alternate" type="application/rss+xml" title={family.heading} href={family.feed} />
      <PageTitle lead={family.lead}>{tag ? `Posts about ${tag}` : family.heading}</PageTitle>
      <SearchForm
        action={family.home}
        value={search.q}
        label="Search posts"
        placeholder="A word from a title or text"
      />
      <PostCategories family={family} />
      {posts.length === 0 ? (
        <EmptyState
          title={narrowed ? 'No post matches' : 'No posts yet'}
          action={narrowed && <Button to={family.home}>See all posts</Button>}
        >
          {narrowed ? 'Try fewer or other words.' : 'The first one will stand here. The feed tells you when.'}
        </EmptyState>
      ) : (
        <>
          <PostList family={family} posts={posts} words={search.q} />
          <Pagination meta={meta} href={(page) => postSearchHref(family.home, { ...search, page })} />
        </>
      )}
    </Page>
  );
}

const titleOf = ({ heading }: Family, page: number, tag: string | null) =>
  `${tag ? `Posts about ${tag}` : heading}${page > 1 ? `, page ${page}` : ''}`;
