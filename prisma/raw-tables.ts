/** Tables that only the SQL of migrations creates. They aren't in schema.prisma, and Prisma must leave them alone. */
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
