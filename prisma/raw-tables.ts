/** Tables that only the SQL of migrations creates: Prisma's schema doesn't know them and must leave them alone. */
export const RAW_TABLES = [
  'book_cards',
  'book_counts',
  'book_words',
  'leases',
  'rate_limits',
  'reader_counts',
  'review_claims',
  'review_viewers',
];
