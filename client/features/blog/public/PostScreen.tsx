import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { Link, useParams } from '#client/app/router.ts';
import { Breadcrumbs, breadcrumbJsonLd, type Crumbs } from '#client/ui/Breadcrumbs.tsx';
import { Page } from '#client/ui/Page.tsx';
import { absoluteUrl, Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { formatDay, type Post, readingTimeText } from '../posts.ts';
import { AUTHORS_BLOG, type BlogKind, READERS_BLOG } from './blog-kind.ts';
import { PostList } from './PostList.tsx';
import classes from './PostScreen.module.css';
import { postQuery, postSearchHref, relatedQuery } from './queries.ts';

export const BlogPostScreen = () => <PostScreen blogKind={AUTHORS_BLOG} />;
export const ReaderBlogPostScreen = () => <PostScreen blogKind={READERS_BLOG} />;

function PostScreen({ blogKind }: { blogKind: BlogKind }) {
  const { api } = useApp();
  const { app_url } = useShell();
  const { data: post } = useSuspenseQuery(postQuery(api, blogKind, Number(useParams().id)));
  const crumbs = [
    { to: blogKind.home, label: blogKind.name },
    ...(post.category ? [{ to: blogKind.categoryPath(post.category), label: post.category.name }] : []),
  ];
  return (
    <Page>
      <Seo
        title={post.title}
        description={post.summary || `${post.title}, on the Deckle ${blogKind.name.toLowerCase()}.`}
        path={blogKind.postPath(post)}
        type="article"
        jsonLd={postJsonLd(post, { path: blogKind.postPath(post), crumbs, appUrl: app_url })}
      />
      <link rel="alternate" type="application/rss+xml" title={blogKind.heading} href={blogKind.feed} />
      <Breadcrumbs crumbs={crumbs} />
      <article className={classes.article}>
        <header className={classes.head}>
          <h1>{post.title}</h1>
          {post.summary && <p className={classes.lead}>{post.summary}</p>}
          <Byline post={post} />
        </header>
        {post.hero && <img className={classes.hero} src={post.hero} alt="" />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitized it */}
        <div className={classes.body} dangerouslySetInnerHTML={{ __html: post.body_html }} />
        {post.tags.length > 0 && <Tags blogKind={blogKind} tags={post.tags} />}
      </article>
      <Related blogKind={blogKind} post={post} />
      <p>
        <a href={blogKind.feed} type="application/rss+xml">
          Subscribe to the {blogKind.name.toLowerCase()} via RSS
        </a>
      </p>
    </Page>
  );
}

const Byline = ({ post: { author, published_at, reading_minutes } }: { post: Post }) => (
  <p className={classes.meta}>
    {author && <span>By {author}</span>}
    {published_at && <time dateTime={published_at}>{formatDay(published_at)}</time>}
    <span>{readingTimeText(reading_minutes)}</span>
  </p>
);

const Tags = ({ blogKind, tags }: { blogKind: BlogKind; tags: Post['tags'] }) => (
  <ul className={classes.tags} aria-label="Tags">
    {tags.map(({ id, name }) => (
      <li key={id}>
        <Link to={postSearchHref(blogKind.home, { tag_id: id })}>{name}</Link>
      </li>
    ))}
  </ul>
);

function Related({ blogKind, post }: { blogKind: BlogKind; post: Post }) {
  const { data: posts } = useSuspenseQuery(relatedQuery(useApp().api, blogKind, post));
  if (posts.length === 0) return null;
  return (
    <section className={classes.related} aria-labelledby="related">
      <h2 id="related">Related posts</h2>
      <PostList blogKind={blogKind} posts={posts} heading="h3" />
    </section>
  );
}

type PageContext = { path: string; crumbs: Crumbs; appUrl: string };

/** A post's structured data for search engines, with its breadcrumbs. */
function postJsonLd(post: Post, { path, crumbs, appUrl }: PageContext) {
  const url = appUrl + path;
  const deckle = { '@type': 'Organization', name: 'Deckle', url: appUrl };
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Article',
      headline: post.title,
      url,
      mainEntityOfPage: url,
      inLanguage: 'en',
      dateModified: post.updated_at,
      author: post.author ? { '@type': 'Person', name: post.author } : deckle,
      publisher: deckle,
      ...(post.summary ? { description: post.summary } : {}),
      ...(post.published_at ? { datePublished: post.published_at } : {}),
      ...(post.hero ? { image: absoluteUrl(appUrl, post.hero) } : {}),
      ...(post.category ? { articleSection: post.category.name } : {}),
      ...(post.tags.length ? { keywords: post.tags.map(({ name }) => name).join(', ') } : {}),
    },
    breadcrumbJsonLd([...crumbs, { to: path, label: post.title }], appUrl),
  ];
}
