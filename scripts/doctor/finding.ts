/** Result of a check: fine, worth knowing, or something that will fail. */
export type Finding = { verdict: 'good' | 'note' | 'bad'; message: string };

export const good = (message: string): Finding => ({ verdict: 'good', message });
export const note = (message: string): Finding => ({ verdict: 'note', message });
export const bad = (message: string): Finding => ({ verdict: 'bad', message });
