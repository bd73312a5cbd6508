import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { useParams, useSearchParams } from '#client/app/router.ts';
import { Breadcrumbs, breadcrumbJsonLd } from '#client/ui/Breadcrumbs.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { AUTHORS_BLOG, type Family, READERS_BLOG } from './family.ts';
import { PostCategories, PostList } from './PostList.tsx';
import { postCategoryQuery, postSearchHref, postSearchOf } from './queries.ts';

export const BlogCategoryScreen = () => <PostCategoryScreen family={AUTHORS_BLOG} />;
export const ReaderBlogCategoryScreen = () => <PostCategoryScreen family={READERS_BLOG} />;

function PostCategoryScreen({ family }: { family: Family }) {
  const { api } = useApp();
  const { app_url } = useShell();
  const search = postSearchOf(useSearchParams()[0]);
  const query = postCategoryQuery(api, family, Number(useParams().id), search);
  const { category, posts, meta } = useSuspenseQuery(query).data;
  const path = family.categoryPath(category);
  const trail = [{ to: family.home, label: family.name }];
  const lead = category.description || `Everything on the ${family.name.toLowerCase()} about ${category.name}.`;
  return (
    <Page>
      <Seo
        title={`${category.name}, ${family.name.toLowerCase()}`}
        page={search.page}
        description={lead}
        path={postSearchHref(path, { page: search.page })}
        jsonLd={[breadcrumbJsonLd([...trail, { to: path, label: category.name }], app_url)]}
      />
      <link rel="alternate" type="application/rss+xml" title={family.heading} href={family.feed} />
      <Breadcrumbs trail={trail} />
      <PageTitle lead={lead}>{category.name}</PageTitle>
      <PostCategories family={family} current={category.id} />
      {posts.length === 0 ? (
        <EmptyState title="No posts here yet" action={<Button to={family.home}>See all posts</Button>} />
      ) : (
        <PostList family={family} posts={posts} />
      )}
      <Pagination meta={meta} href={(page) => postSearchHref(path, { page })} />
    </Page>
  );
}
