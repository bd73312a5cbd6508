import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { useParams, useSearchParams } from '#client/app/router.ts';
import { Breadcrumbs, breadcrumbJsonLd } from '#client/ui/Breadcrumbs.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { PastLastPage } from '#client/ui/PastLastPage.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { AUTHORS_BLOG, type BlogKind, READERS_BLOG } from './blog-kind.ts';
import { PostCategories, PostList } from './PostList.tsx';
import { postCategoryQuery, postSearchHref, postSearchOf } from './queries.ts';

export const BlogCategoryScreen = () => <PostCategoryScreen blogKind={AUTHORS_BLOG} />;
export const ReaderBlogCategoryScreen = () => <PostCategoryScreen blogKind={READERS_BLOG} />;

function PostCategoryScreen({ blogKind }: { blogKind: BlogKind }) {
  const { api } = useApp();
  const { app_url } = useShell();
  const search = postSearchOf(useSearchParams()[0]);
  const query = postCategoryQuery(api, blogKind, Number(useParams().id), search);
  const { category, posts, meta } = useSuspenseQuery(query).data;
  const path = blogKind.categoryPath(category);
  const crumbs = [{ to: blogKind.home, label: blogKind.name }];
  const lead = category.description || `Everything on the ${blogKind.name.toLowerCase()} about ${category.name}.`;
  return (
    <Page>
      <Seo
        title={`${category.name}, ${blogKind.name.toLowerCase()}`}
        page={search.page}
        description={lead}
        path={postSearchHref(path, { page: search.page })}
        jsonLd={[breadcrumbJsonLd([...crumbs, { to: path, label: category.name }], app_url)]}
      />
      <link rel="alternate" type="application/rss+xml" title={blogKind.heading} href={blogKind.feed} />
      <Breadcrumbs crumbs={crumbs} />
      <PageTitle lead={lead}>{category.name}</PageTitle>
      <PostCategories blogKind={blogKind} current={category.id} />
      {posts.length === 0 && meta.total_count > 0 ? (
        <PastLastPage />
      ) : posts.length === 0 ? (
        <EmptyState title="No posts here yet" action={<Button to={blogKind.home}>See all posts</Button>} />
      ) : (
        <PostList blogKind={blogKind} posts={posts} />
      )}
      <Pagination meta={meta} href={(page) => postSearchHref(path, { page })} />
    </Page>
  );
}
