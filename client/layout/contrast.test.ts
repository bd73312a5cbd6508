import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const css = readdirSync('client', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => readFileSync(join('client', file), 'utf8'))
  .join('\n');

/** The light and dark values of each custom property that has both. */
const colors = Object.fromEntries(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [
    name!,
    [light!, dark!],
  ]),
);

/** WCAG's contrast ratio of two colors. */
function contrast(first: string, second: string) {
  const [darker, lighter] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}
function luminance(color: string) {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

const SHAPE_COLORS = Object.keys(colors).filter((name) => /^(line-strong|accent|danger|series-\d)$/.test(name));

it.each(SHAPE_COLORS.flatMap((name) => ['paper', 'card'].map((background) => [name, background] as const)))(
  'borders, focus rings, and charts in --%s stand out from --%s in both schemes',
  (name, background) => {
    for (const scheme of [0, 1])
      expect(contrast(colors[name]![scheme]!, colors[background]![scheme]!)).toBeGreaterThanOrEqual(3);
  },
);
