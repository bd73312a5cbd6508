import { capitalize } from './text.ts';

/** Fills a template's slots: '{hero}' as it is, '{Hero}' capitalized. Throws for an unknown slot. */
export const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template
    .replace(/\{(\w+)\}/g, (_, slot: string) => {
      const small = slot[0]!.toLowerCase() + slot.slice(1);
      const value = values[slot] ?? (small === slot ? undefined : values[small]);
      if (value === undefined) throw new Error(`There is nothing to fill {${slot}} with.`);
      return slot === small ? value : capitalize(value);
    })
    // A description's comma goes before other punctuation.
    .replace(/,(?=[.?!;:])/g, '');
