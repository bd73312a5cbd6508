import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { QrCode } from './QrCode.tsx';

it('draws a QR code with its quiet zone and finder patterns', () => {
  const svg = renderToStaticMarkup(<QrCode text="HELLO WORLD" label="A code" />);
  // Version 1: 21 modules and a margin of 4 on each side.
  expect(svg).toContain('viewBox="0 0 29 29"');
  expect(svg).toContain('aria-label="A code"');
  const dark = (x: number, y: number) => svg.includes(`M${x} ${y}h1v1h-1z`);
  const row = (y: number, from: number) =>
    Array.from({ length: 7 }, (_, i) => (dark(from + i, y) ? '#' : '.')).join('');
  const FINDER = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];
  for (const [x, y] of [
    [4, 4],
    [18, 4],
    [4, 18],
  ] as const)
    expect(Array.from({ length: 7 }, (_, i) => row(y + i, x))).toEqual(FINDER);
  for (let i = 0; i < 29; i++) for (const edge of [0, 3, 25, 28]) expect(dark(edge, i) || dark(i, edge)).toBe(false);
});
