import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { Link, useParams } from '#client/app/router.ts';
import { Breadcrumbs, breadcrumbJsonLd, type Trail } from '#client/ui/Breadcrumbs.tsx';
import { Page } from '#client/ui/Page.tsx';
import { absolute, Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { dayOf, minutesText, type Post } from '../posts.ts';
import { AUTHORS_BLOG, type Family, READERS_BLOG } from './family.ts';
import { PostList } from './PostList.tsx';
import classes from './PostScreen.module.css';
import { postQuery, postSearchHref, relatedQuery } from './queries.ts';

export const BlogPostScreen = () => <PostScreen family={AUTHORS_BLOG} />;
export const ReaderBlogPostScreen = () => <PostScreen family={READERS_BLOG} />;

function PostScreen({ family }: { family: Family }) {
  const { api } = useApp();
  const { app_url } = useShell();
  const { data: post } = useSuspenseQuery(postQuery(api, family, Number(useParams().id)));
  const trail = [
    { to: family.home, label: family.name },
    ...(post.category ? [{ to: family.categoryPath(post.category), label: post.category.name }] : []),
  ];
  return (
    <Page>
      <Seo
        title={post.title}
        description={post.summary || `${post.title}, on the Deckle ${family.name.toLowerCase()}.`}
        path={family.postPath(post)}
        type="article"
        jsonLd={postJsonLd(post, { path: family.postPath(post), trail, appUrl: app_url })}
        {...(post.hero ? { image: post.hero } : {})}
      />
      <link rel="alternate" type="application/rss+xml" title={family.heading} href={family.feed} />
      <Breadcrumbs trail={trail} />
      <article className={classes.article}>
        <header className={classes.head}>
          <h1>{post.title}</h1>
          {post.summary && <p className={classes.lead}>{post.summary}</p>}
          <Byline post={post} />
        </header>
        {post.hero && <img className={classes.hero} src={post.hero} alt="" />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it */}
        <div className={classes.body} dangerouslySetInnerHTML={{ __html: post.body_html }} />
        {post.tags.length > 0 && <Tags family={family} tags={post.tags} />}
      </article>
      <Related family={family} post={post} />
      <p>
        <a href={family.feed} type="application/rss+xml">
          Follow the {family.name.toLowerCase()} by RSS
        </a>
      </p>
    </Page>
  );
}

const Byline = ({ post: { author, published_at, reading_minutes } }: { post: Post }) => (
  <p className={classes.meta}>
    {author && <span>By {author}</span>}
    {published_at && <time dateTime={published_at}>{dayOf(published_at)}</time>}
    <span>{minutesText(reading_minutes)}</span>
  </p>
);

const Tags = ({ family, tags }: { family: Family; tags: Post['tags'] }) => (
  <ul className={classes.tags} aria-label="Tags">
    {tags.map(({ id, name }) => (
      <li key={id}>
        <Link to={postSearchHref(family.home, { tag_id: id })}>{name}</Link>
      </li>
    ))}
  </ul>
);

function Related({ family, post }: { family: Family; post: Post }) {
  const { data: posts } = useSuspenseQuery(relatedQuery(useApp().api, family, post));
  if (posts.length === 0) return null;
  return (
    <section className={classes.related} aria-labelledby="related">
      <h2 id="related">Read on</h2>
      <PostList family={family} posts={posts} heading="h3" />
    </section>
  );
}

type Place = { path: string; trail: Trail; appUrl: string };

/** What search engines read about a post, and where it stands. */
function postJsonLd(post: Post, { path, trail, appUrl }: Place) {
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
      ...(post.hero ? { image: absolute(appUrl, post.hero) } : {}),
      ...(post.category ? { articleSection: post.category.name } : {}),
      ...(post.tags.length ? { keywords: post.tags.map(({ name }) => name).join(', ') } : {}),
    },
    breadcrumbJsonLd([...trail, { to: path, label: post.title }], appUrl),
  ];
}
