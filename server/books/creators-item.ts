/** Converts an item of Amazon's Creators API to our book data. Values of an unexpected type count as missing. */
import * as z from 'zod';
import type { StoreData } from '#shared/books.ts';

const optional = <T extends z.ZodType>(type: T) => type.nullish().catch(null);
const optionalDisplay = <T extends z.ZodType>(type: T) => optional(z.object({ displayValue: type }));
const Money = z.object({ money: z.object({ amount: z.number().min(0), currency: z.string() }) });

const Item = z.object({
  asin: z.string(),
  itemInfo: z.object({
    title: z.object({ displayValue: z.string().min(1) }),
    byLineInfo: optional(
      z.object({ contributors: z.array(z.object({ name: z.string(), roleType: optional(z.string()) })) }),
    ),
    contentInfo: optional(
      z.object({ pagesCount: optionalDisplay(z.int().min(1)), publicationDate: optionalDisplay(z.string()) }),
    ),
  }),
  images: optional(z.object({ primary: z.object({ large: z.object({ url: z.url({ protocol: /^https$/ }) }) }) })),
  offersV2: optional(
    z.object({ listings: z.array(z.object({ price: optional(Money.extend({ savingBasis: optional(Money) })) })) }),
  ),
  customerReviews: optional(
    z.object({ count: optional(z.int().min(0)), starRating: optional(z.object({ value: z.number().min(0).max(5) })) }),
  ),
});

/** Value of the call's `resources`: the fields that `Item` reads. */
export const RESOURCES = [
  'images.primary.large',
  'itemInfo.title',
  'itemInfo.byLineInfo',
  'itemInfo.contentInfo',
  'offersV2.listings.price',
  'customerReviews.count',
  'customerReviews.starRating',
];

const ItemsResponse = z.object({ itemsResult: optional(z.object({ items: z.array(z.unknown()) })) });

/** Reads the book from a response, or returns null if the response lacks the item or its title. */
export function parseBook(response: unknown, asin: string): Omit<StoreData, 'fetched_at'> | null {
  const items = ItemsResponse.safeParse(response).data?.itemsResult?.items ?? [];
  const item = items.map((candidate) => Item.safeParse(candidate).data).find((candidate) => candidate?.asin === asin);
  if (!item) return null;
  const { title, byLineInfo, contentInfo } = item.itemInfo;
  const authors = byLineInfo?.contributors.filter(({ roleType }) => !roleType || roleType === 'author') ?? [];
  return {
    asin,
    title: title.displayValue,
    author_name: authors.map(({ name }) => nameOf(name)).join(', ') || null,
    description: null,
    page_count: contentInfo?.pagesCount?.displayValue ?? null,
    published_on: dateOf(contentInfo?.publicationDate?.displayValue),
    rating_avg: item.customerReviews?.starRating?.value ?? null,
    rating_count: item.customerReviews?.count ?? null,
    list_price_cents: centsOf(currentPriceOf(item)?.savingBasis ?? currentPriceOf(item)),
    price_cents: centsOf(currentPriceOf(item)),
    // Without the associate tag, which Amazon doesn't allow in emails.
    amazon_url: `https://www.amazon.com/dp/${asin}`,
    cover_url: item.images?.primary.large.url ?? null,
    category_slug: null,
    source: 'Amazon',
  };
}

/** The current price; its `savingBasis` is the regular price, if that differs. */
const currentPriceOf = ({ offersV2 }: z.infer<typeof Item>) => offersV2?.listings.find(({ price }) => price)?.price;

function centsOf(price: z.infer<typeof Money> | null | undefined) {
  const { amount, currency } = price?.money ?? {};
  return amount !== undefined && currency === 'USD' ? Math.round(amount * 100) : null;
}

/** 'Doyle, Arthur Conan' → 'Arthur Conan Doyle', but 'Sam Keel, Jr.' stays. */
const nameOf = (name: string) =>
  name.trim().replace(/^([^,]+), (?!(?:[JS]r|M\.?D|Ph\.?D|I{1,3}|IV)\b\.?$)([^,]+)$/, '$2 $1');

/** '2020-05-12T00:00:01Z' → '2020-05-12' */
const dateOf = (instant: string | undefined) => /^\d{4}-\d{2}-\d{2}/.exec(instant ?? '')?.[0] ?? null;
