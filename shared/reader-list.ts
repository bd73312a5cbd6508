/** A reader's list: authors and series they follow, and books they saved. Without zod, because public pages use it. */
import { formatCents } from './money.ts';

export const LIST_KINDS = ['author', 'series', 'book'] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/**
 * `id` is the author's or book's; for a series, it's the id of any of its books. `max_price_cents` is for saved books;
 * null means any deal.
 */
export type ListItem = { kind: ListKind; id: number; max_price_cents?: number | null | undefined };

/** In the newsletter, the list doesn't override these two preferences. */
export const ADULT_BOOKS_ON_LIST =
  'Adult books are included only if you turn on adult books and choose an adult genre in your preferences.';

export const MAX_FOLLOWS = 200;
export const MAX_WISHES = 200;
/** Emails that ask one address to confirm a follow or a saved book. */
export const MAX_LIST_EMAILS_PER_DAY = 5;

/** Prices offered for a saved book. */
export const WISH_PRICES = [0, 99, 199, 299] as const;

/** An item in forms and addresses: 'author-12', 'series-34', 'book-34', 'book-34-299'. */
export const listItemText = ({ kind, id, max_price_cents = null }: ListItem) =>
  [kind, id, ...(max_price_cents === null ? [] : [max_price_cents])].join('-');

const ITEM = new RegExp(`^(${LIST_KINDS.join('|')})-([1-9]\\d{0,9})(?:-(\\d{1,4}))?$`);

/** Parses the text that `listItemText` writes; null if it isn't valid. */
export function listItemOf(text: string | null): ListItem | null {
  const [, kind, id, price] = ITEM.exec(text ?? '') ?? [];
  if (!kind || (price !== undefined && kind !== 'book')) return null;
  return { kind: kind as ListKind, id: Number(id), ...(price !== undefined && { max_price_cents: Number(price) }) };
}

/** 'free', '$2.99 or less', 'any deal'. */
export const wishPrice = (cents: number | null) =>
  cents === null ? 'any deal' : cents === 0 ? 'free' : `${formatCents(cents)} or less`;

export const listPaths = {
  /** The page that adds the item to the list after one press of a button. `from` is the page that linked to it. */
  add: (uuid: string, item: ListItem, from?: string) =>
    `/readers/${uuid}/list?item=${listItemText(item)}${from ? `&from=${encodeURIComponent(from)}` : ''}`,
} as const;
