import type { WaitingEntry } from '#shared/waiting-list.ts';

/** 'First in line. If a slot frees, we’ll book it for you.' */
export const lineText = ({ place, auto_book }: Pick<WaitingEntry, 'place' | 'auto_book'>) =>
  `${place === 1 ? 'First in line' : `Number ${place} in line`}. If a slot frees, we’ll ${auto_book ? 'book it for you' : 'email you'}.`;
