/** A suggestion for the eye: 'Want: …' and '1. The body: …' have their label set off. All of it stays text. */
export type Line = { label: string | null; text: string };

const LABEL = /^((?:\d{1,2}\. )?\p{Lu}[\p{L}’' -]{1,40}): (?=\S)/u;

export function linesOf(
  text: string,
  { hasHeadline }: { hasHeadline: boolean },
): { headline: string | null; lines: Line[] } {
  const all = text.trim().split('\n');
  const headline = hasHeadline ? (all.shift() ?? '') : null;
  return { headline, lines: all.filter((line) => line.trim()).map((line) => lineOf(line.trim(), hasHeadline)) };
}

function lineOf(line: string, hasLabels: boolean): Line {
  const label = hasLabels ? LABEL.exec(line)?.[1] : undefined;
  return label ? { label, text: line.slice(label.length + 2) } : { label: null, text: line };
}
