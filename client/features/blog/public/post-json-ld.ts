import { breadcrumbJsonLd, type Trail } from '#client/ui/Breadcrumbs.tsx';
import { absolute } from '#client/ui/Seo.tsx';
import type { Post } from '../posts.ts';

type Place = { path: string; trail: Trail; appUrl: string };

/** What search engines read about a post, and where it stands. */
export function postJsonLd(post: Post, { path, trail, appUrl }: Place) {
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
