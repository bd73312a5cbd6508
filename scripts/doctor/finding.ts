/** The result of a check: good, worth knowing, or a problem to fix. */
export type Finding = { verdict: 'good' | 'note' | 'bad'; message: string };

export const good = (message: string): Finding => ({ verdict: 'good', message });
export const note = (message: string): Finding => ({ verdict: 'note', message });
export const bad = (message: string): Finding => ({ verdict: 'bad', message });
