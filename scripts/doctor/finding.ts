/** Result of a check: fine, worth knowing, or going to fail. */
export type Finding = { verdict: 'good' | 'note' | 'bad'; says: string };

export const good = (says: string): Finding => ({ verdict: 'good', says });
export const note = (says: string): Finding => ({ verdict: 'note', says });
export const bad = (says: string): Finding => ({ verdict: 'bad', says });
