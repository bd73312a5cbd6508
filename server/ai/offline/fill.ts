import { articleFor, capitalised } from './words.ts';

/**
 * Puts values into a text: '{hero}' as it is, '{Hero}' with a capital. An article before a slot ('a {noun}') follows the
 * sound of what comes in. An unknown slot is a mistake of ours and thrown.
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
