/** 1 → "1 click", 210 → "210 clicks". */
export const formatCount = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
