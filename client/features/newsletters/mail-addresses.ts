/** 'a@x.test, b@x.test;' → both. */
export const addressesIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean);
