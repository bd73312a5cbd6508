/** Formats costs of requests, which can be fractions of a cent: 0.3125 → '0.31 ¢', 0 → '0 ¢', 245.7 → '$2.46'. */
export function formatFractionalCents(cents: number) {
  if (cents >= 100) return `$${(cents / 100).toFixed(2)}`;
  if (cents > 0 && cents < 0.01) return 'under 0.01 ¢';
  return `${Number(cents.toFixed(2))} ¢`;
}
