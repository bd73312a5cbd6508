/** Parses the numbers that a partner typed in a review. */

/** '1,234.50' or '$45': commas only between thousands, so that '45,50' isn't taken for 4,550. */
const NUMBER = /^\$?(\d{1,3}(,\d{3})+|\d+)(\.\d{1,2})?$/;

/** Null for an empty field; NaN for text that isn't a number. */
export function numberOf(text: string): number | null {
  if (text === '') return null;
  return NUMBER.test(text) ? Number(text.replaceAll(/[$,]/g, '')) : Number.NaN;
}

/** The errors of the fields that aren't numbers, or null. JSON has no NaN, so the server would get empty fields. */
export function numberErrors(values: FormData) {
  const isNumber = (name: string) => !Number.isNaN(numberOf(String(values.get(name) ?? '').trim()));
  const errors = {
    ...(!isNumber('cost_cents') && { cost_cents: ['must be an amount such as 45.50'] }),
    ...(!isNumber('copies') && { copies: ['must be a number such as 120'] }),
  };
  return Object.keys(errors).length > 0 ? errors : null;
}
