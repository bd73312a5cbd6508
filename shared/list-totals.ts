/** Limits of lists' totals. Separate from business.ts, because in the client only staff's screens need them. */

/** Totals of lists stop here, because counting a million rows takes longer than reading the page. */
export const MAX_TOTAL_COUNT = 100_000;
/** The limit with filters, for which an index alone isn't enough. */
export const MAX_FILTERED_COUNT = 10_000;

/**
 * Outside the lanes, staff's search for promotions lists this many matches: the newest, or those with the latest dates
 * if dates are given. Matches for an id, ASIN, or invoice number are added.
 */
export const MAX_SEARCH_COUNT = 100;

/** The total of a list: '4,321', or '100,000+' where the server stopped counting. */
export const formatTotal = (total: number) =>
  `${total.toLocaleString('en-US')}${total === MAX_TOTAL_COUNT || total === MAX_FILTERED_COUNT ? '+' : ''}`;
