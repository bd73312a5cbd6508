/** What a check found: all is well, something is worth knowing, or something will go wrong. */
export type Finding = { verdict: 'good' | 'note' | 'bad'; says: string };

export const good = (says: string): Finding => ({ verdict: 'good', says });
export const note = (says: string): Finding => ({ verdict: 'note', says });
export const bad = (says: string): Finding => ({ verdict: 'bad', says });
