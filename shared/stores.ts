/** Hosts of each store; links to other hosts are refused (store_mismatch). */
import { STORE_NAMES, STORE_URL_FIELDS, STORES, type Store } from './business.ts';

const HOSTS: Record<Store, RegExp> = {
  amazon:
    /^(www\.|m\.)?amazon\.(com|ca|de|fr|it|es|nl|se|pl|ie|in|sg|ae|sa|eg|co\.uk|co\.jp|co\.za|com\.au|com\.be|com\.br|com\.mx|com\.tr)$|^a\.co$|^amzn\.(to|eu|asia)$/,
  ibooks: /^(books|itunes)\.apple\.com$/,
  barnes_and_noble: /^(www\.)?(barnesandnoble|bn)\.com$/,
  google_play: /^(play|books)\.google\.com$/,
  kobo: /^(www\.|store\.)?kobo\.com$/,
};

/** An author's profile links, and the hosts that each may lead to. The author's own site is a separate field. */
export const AUTHOR_LINKS = {
  amazon_url: { name: STORE_NAMES.amazon, hosts: HOSTS.amazon },
  goodreads_url: { name: 'Goodreads', hosts: /^(www\.)?goodreads\.com$/ },
  bookbub_url: { name: 'BookBub', hosts: /^(www\.)?bookbub\.com$/ },
  facebook_url: { name: 'Facebook', hosts: /^((www|m|[a-z]{2}-[a-z]{2})\.)?facebook\.com$/ },
  instagram_url: { name: 'Instagram', hosts: /^(www\.)?instagram\.com$/ },
  tiktok_url: { name: 'TikTok', hosts: /^((www|m)\.)?tiktok\.com$/ },
} as const;

export function isLinkTo(hosts: RegExp, url: string) {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password, port } = new URL(url);
  return protocol === 'https:' && !username && !password && !port && hosts.test(hostname);
}

export const isStoreUrl = (store: Store, url: string) => isLinkTo(HOSTS[store], url);

export type StoreLinks = { [field in (typeof STORE_URL_FIELDS)[Store]]?: string | null | undefined } & {
  dead_stores?: readonly Store[] | undefined;
};

/** The stores that the book has a link to, except those whose link is marked dead. */
export const storesOf = (book: StoreLinks): Store[] =>
  STORES.filter((store) => book[STORE_URL_FIELDS[store]] && !book.dead_stores?.includes(store));

/** {amazon_url: ['must be an https link to Amazon']} for each link that `isStoreUrl` refuses. */
export function storeLinkProblems(book: StoreLinks): { [field: string]: string[] } {
  const linked = STORES.filter((store) => book[STORE_URL_FIELDS[store]]);
  const wrong = linked.filter((store) => !isStoreUrl(store, book[STORE_URL_FIELDS[store]]!));
  return Object.fromEntries(
    wrong.map((store) => [STORE_URL_FIELDS[store], [`must be an https link to ${STORE_NAMES[store]}`]]),
  );
}
