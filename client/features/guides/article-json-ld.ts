import { breadcrumbJsonLd, type Trail } from '#client/ui/Breadcrumbs.tsx';
import { type Article, wordCount } from './article.ts';

export type ArticleKind = 'guide' | 'page';

/** Guides are articles of Deckle's; the rest is a web page. Both with the way that leads to them. */
export function articleJsonLd(
  article: Article,
  { kind, trail, appUrl }: { kind: ArticleKind; trail: Trail; appUrl: string },
) {
  const { path, heading, description, updated } = article;
  const url = appUrl + path;
  const about = { name: heading, description, url, dateModified: updated, inLanguage: 'en' };
  const page = {
    '@context': 'https://schema.org',
    ...(kind === 'page'
      ? { '@type': 'WebPage', ...about }
      : {
          '@type': 'Article',
          ...about,
          headline: heading,
          datePublished: updated,
          mainEntityOfPage: url,
          wordCount: wordCount(article),
          author: { '@type': 'Organization', name: 'Deckle', url: appUrl },
          publisher: { '@type': 'Organization', name: 'Deckle', url: appUrl },
        }),
  };
  return [page, breadcrumbJsonLd([...trail, { to: path, label: heading }], appUrl)];
}
