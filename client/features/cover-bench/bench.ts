import type { PreviewDeal } from '#client/features/newsletters/preview-deal.ts';

/**
 * The values that the book form passes in the history entry, so that no URL has them. A cover chosen on
 * this screen stays in the browser (`blob:`): an upload would cost storage, need moderation, and publish pictures.
 */
export type BenchDraft = { title: string; author: string; blurb: string; cover: string | null };

/** The draft in a history entry, which another version of the page may have written. */
export function readDraft(state: unknown): BenchDraft | null {
  const draft = (state as { bench?: Partial<Record<keyof BenchDraft, unknown>> } | null)?.bench;
  if (!draft) return null;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  // Only covers of this site, because the address becomes an image's source.
  const cover = text(draft.cover);
  return {
    title: text(draft.title),
    author: text(draft.author),
    blurb: text(draft.blurb),
    cover: /^\/(?!\/)/.test(cover) ? cover : null,
  };
}

const MAX_FILE_BYTES = 20_000_000;
const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];
export const COVER_TYPES = TYPES.join(',');

/** The reason why a file can't be shown as a cover; null if it can. */
export function fileProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!TYPES.includes(type)) return 'This isn’t a JPEG, PNG, WebP, or AVIF image. Choose another file.';
  return size > MAX_FILE_BYTES ? 'This image is larger than 20 MB. Choose a smaller file.' : null;
}

/** Puts the cover in the middle of the others. */
export const amongNeighbors = <T>(cover: T, neighbors: readonly T[]): T[] => {
  const middle = Math.ceil(neighbors.length / 2);
  return [...neighbors.slice(0, middle), cover, ...neighbors.slice(middle)];
};

/** '0.99' or '.99' → 99; 0 if it isn't a price under $1,000. */
const centsOf = (text: string) => (/^\d{0,3}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : 0);

/** The typed values as a newsletter entry at one store. */
export function toPreviewDeal(values: FormData, cover_url: string): PreviewDeal {
  const text = (name: string) => String(values.get(name) ?? '').trim();
  return {
    title: text('title'),
    author_name: text('author') || null,
    blurb: text('blurb'),
    cover_url,
    sale_price_cents: centsOf(text('price')),
    current_price_cents: centsOf(text('was')),
    amazon_url: '/',
    ibooks_url: null,
    barnes_and_noble_url: null,
    google_play_url: null,
    kobo_url: null,
  };
}

export const countWords = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
