import { articleFor, capitalised } from './words.ts';

/**
 * Fills a template's slots: '{hero}' as is, '{Hero}' capitalized. An article before a slot ('a {noun}') is adjusted to
 * the sound of the value. Throws for an unknown slot.
 */
export function fill(template: string, fillerOf: (slot: string) => string | undefined): string {
  return template.replace(/(\b[Aa]n? )?\{(\w+)\}/g, (_, article: string | undefined, slot: string) => {
    const value = fillerOf(slot) ?? capitalisedValue(slot, fillerOf);
    if (value === undefined) throw new Error(`There is nothing to fill {${slot}} with.`);
    return article ? withArticle(article, value) : value;
  });
}

function capitalisedValue(slot: string, fillerOf: (slot: string) => string | undefined) {
  const value = /^[A-Z]/.test(slot) ? fillerOf(slot[0]!.toLowerCase() + slot.slice(1)) : undefined;
  return value === undefined ? undefined : capitalised(value);
}

function withArticle(article: string, value: string) {
  const right = articleFor(value);
  return `${article.startsWith('A') ? capitalised(right) : right} ${value}`;
}
