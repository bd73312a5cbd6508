import anyAscii from 'any-ascii';

/**
 * 'Łódź: a novel' → 'lodz-a-novel', 'Война и мир' → 'voyna-i-mir'. Never empty, so that every record has a URL.
 */
export const slugOf = (name: string) =>
  anyAscii(name)
    .replaceAll("'", '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/-+$/, '') || 'untitled';
