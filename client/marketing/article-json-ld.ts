import { paths } from '#shared/paths.ts';
import { type Article, type LinkItem, wordCount } from './article.ts';

export type ArticleKind = 'guide' | 'page';
export type Trail = readonly Pick<LinkItem, 'to' | 'label'>[];

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

export const breadcrumbJsonLd = (trail: Trail, appUrl: string) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [{ to: paths.home(), label: 'Deckle' }, ...trail].map(({ to, label }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: label,
    item: appUrl + to,
  })),
});
