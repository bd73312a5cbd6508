/** '75% off', rounded down; '' while a price is missing, nothing is saved, or the word FREE says it all. */
export function savingText(current_cents: number | '', sale_cents: number | '') {
  if (current_cents === '' || !sale_cents || current_cents <= sale_cents) return '';
  return `${Math.floor((100 * (current_cents - sale_cents)) / current_cents)}% off`;
}
