import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { useSearchParams } from '#client/app/router.ts';
import { breadcrumbJsonLd } from '#client/ui/Breadcrumbs.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { PastLastPage } from '#client/ui/PastLastPage.tsx';
import { SearchForm } from '#client/ui/SearchForm.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { AUTHORS_BLOG, type BlogKind, READERS_BLOG } from './blog-kind.ts';
import { PostCategories, PostList } from './PostList.tsx';
import { postSearchHref, postSearchOf, postsQuery, tagsQuery } from './queries.ts';

export function BlogScreen() {
  const { data: tags } = useSuspenseQuery(tagsQuery(useApp().api));
  const { tag_id } = postSearchOf(useSearchParams()[0]);
  return <PostListScreen blogKind={AUTHORS_BLOG} tag={tags.find(({ id }) => id === tag_id)?.name ?? null} />;
}

export const ReaderBlogScreen = () => <PostListScreen blogKind={READERS_BLOG} tag={null} />;

function PostListScreen({ blogKind, tag }: { blogKind: BlogKind; tag: string | null }) {
  const { app_url } = useShell();
  const search = postSearchOf(useSearchParams()[0]);
  const { posts, meta } = useSuspenseQuery(postsQuery(useApp().api, blogKind, search)).data;
  const href = (page: number) => postSearchHref(blogKind.home, { ...search, page });
  const isFiltered = search.q !== '' || (blogKind.hasTags && search.tag_id !== null);
  return (
    <Page>
      <Seo
        title={titleOf(blogKind, search.page, tag)}
        description={blogKind.lead}
        path={postSearchHref(blogKind.home, { page: search.page })}
        noindex={isFiltered}
        jsonLd={[breadcrumbJsonLd([{ to: blogKind.home, label: blogKind.name }], app_url)]}
      />
      <link rel="alternate" type="application/rss+xml" title={blogKind.heading} href={blogKind.feed} />
      <PageTitle lead={blogKind.lead}>{tag ? `Posts about ${tag}` : blogKind.heading}</PageTitle>
      <SearchForm action={blogKind.home} value={search.q} label="Search posts" placeholder="Search titles and posts" />
      <PostCategories blogKind={blogKind} />
      {posts.length === 0 && meta.total_count > 0 ? (
        <PastLastPage />
      ) : posts.length === 0 ? (
        <EmptyState
          title={isFiltered ? 'No matches' : 'No posts yet'}
          action={isFiltered && <Button to={blogKind.home}>See all posts</Button>}
        >
          {isFiltered ? 'Try fewer or different words.' : 'The first one will appear here, and in the feed.'}
        </EmptyState>
      ) : (
        <>
          <PostList blogKind={blogKind} posts={posts} words={search.q} />
          <Pagination meta={meta} href={href} />
        </>
      )}
    </Page>
  );
}

const titleOf = ({ heading }: BlogKind, page: number, tag: string | null) =>
  `${tag ? `Posts about ${tag}` : heading}${page > 1 ? `, page ${page}` : ''}`;
