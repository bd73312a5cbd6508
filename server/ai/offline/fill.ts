import { capitalize } from './text.ts';

/**
 * Fills a template's slots: '{hero}' with the value, '{Hero}' with the capitalized value. Throws for an unknown slot.
 */
export const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template
    .replace(/\{(\w+)\}/g, (_, slot: string) => {
      const name = slot[0]!.toLowerCase() + slot.slice(1);
      const value = values[slot] ?? (name === slot ? undefined : values[name]);
      if (value === undefined) throw new Error(`The template has the unknown slot {${slot}}.`);
      return slot === name ? value : capitalize(value);
    })
    // A comma that closes a description is dropped before other punctuation.
    .replace(/,(?=[.?!;:])/g, '');
