import { absoluteUrl } from '#client/ui/Seo.tsx';
import type { Book } from '#shared/books.ts';
import { paths } from '#shared/paths.ts';
import { storeLinks } from '../store-links.ts';

/** A book's structured data for search engines: a schema.org Book, with an Offer during a deal, and breadcrumbs. */
export function bookJsonLd(book: Book, appUrl: string) {
  const url = appUrl + paths.book(book);
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Book',
      '@id': url,
      url,
      name: book.title,
      description: book.blurb || book.description.slice(0, 300),
      image: absoluteUrl(appUrl, book.cover_url),
      inLanguage: book.language,
      bookFormat: 'https://schema.org/EBook',
      ...(book.author_name ? { author: { '@type': 'Person', name: book.author_name } } : {}),
      ...(book.isbn13 ? { isbn: book.isbn13 } : {}),
      ...(book.page_count ? { numberOfPages: book.page_count } : {}),
      ...(book.published_on ? { datePublished: book.published_on } : {}),
      ...(book.category ? { genre: book.category.name } : {}),
      ...(book.rating_avg && book.rating_count ? { aggregateRating: rating(book.rating_avg, book.rating_count) } : {}),
      ...(book.deal ? { offers: offer(book, appUrl) } : {}),
    },
    breadcrumbs(book, appUrl),
  ];
}

const rating = (average: number, count: number) => ({
  '@type': 'AggregateRating',
  ratingValue: average,
  ratingCount: count,
});

const offer = (book: Book, appUrl: string) => ({
  '@type': 'Offer',
  price: ((book.deal?.sale_price_cents ?? 0) / 100).toFixed(2),
  priceCurrency: 'USD',
  availability: 'https://schema.org/InStock',
  priceValidUntil: book.deal?.deal_ends_on,
  url: absoluteUrl(appUrl, storeLinks(book)[0]?.href ?? paths.book(book)),
});

function breadcrumbs(book: Book, appUrl: string) {
  const steps = [
    { name: 'Books', path: paths.books() },
    ...(book.category ? [{ name: book.category.name, path: paths.category(book.category) }] : []),
    { name: book.title, path: paths.book(book) },
  ];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, position) => ({
      '@type': 'ListItem',
      position: position + 1,
      name,
      item: appUrl + path,
    })),
  };
}
