import { describe, expect, it } from 'vitest';
import { demoCoverSvg, fitText, invertPalette, PALETTES } from './demo-cover.ts';

const cover = (changes: Partial<Parameters<typeof demoCoverSvg>[0]> = {}) =>
  demoCoverSvg({ title: 'Emma', author: 'Jane Austen', category_slug: 'romance', seed: 27, ...changes });

/** Every line of text with its size and position in SVG units. */
const linesOf = (svg: string) =>
  [...svg.matchAll(/<path aria-label="(.*?)" transform="translate\((-?\d+) (\d+)\) scale\(([\d.]+)\)"/g)].map(
    ([, text, x, y, scale]) => ({ text: text!, x: Number(x), y: Number(y), size: Number(scale) * 1000 }),
  );

describe('a demo cover', () => {
  it('shows title and author in full', () => {
    const lines = linesOf(
      cover({ title: 'The Strange Case of Dr. Jekyll and Mr. Hyde', author: 'Robert Louis Stevenson' }),
    );
    expect(lines.map(({ text }) => text).join(' ')).toBe(
      'The Strange Case of Dr. Jekyll and Mr. Hyde Robert Louis Stevenson',
    );
  });

  it("draws letters as outlines, so that installed fonts don't matter", () => {
    for (let seed = 0; seed < 60; seed++) expect(cover({ seed, title: 'Zoë & Łukasz' })).not.toMatch(/<text|font-/);
  });

  it('is the same for the same book and differs between books', () => {
    expect(cover()).toBe(cover());
    expect(cover({ seed: 28 })).not.toBe(cover());
  });

  it('escapes markup in titles', () => {
    const svg = cover({ title: `</text><script>alert("1")</script> & 'more'\u0000` });
    expect(svg).not.toContain('<script');
    expect(svg).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;');
    expect(svg).not.toContain('\u0000');
    expect(svg.match(/<svg/g)).toHaveLength(1);
  });

  it('escapes markup in every layout', () => {
    for (let seed = 0; seed < 60; seed++)
      expect(cover({ title: '<&>', seed })).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#39;)|="[^"]*<[^"]*"/);
  });

  it('keeps long titles inside the page in every layout', () => {
    const title =
      'Narrative of the Life and Surprising Adventures of a Most Extraordinary Gentleman, Told by Himself, in Nine Parts';
    for (let seed = 0; seed < 60; seed++) {
      for (const { text, size, x, y } of linesOf(
        cover({ title, author: 'Alexander Hamilton, James Madison, John Jay', seed }),
      )) {
        const width = text.length * size * 0.55;
        expect(y).toBeLessThan(880);
        // Centered lines have equal margins. Lines that begin at 40 or 56 are aligned to the left.
        expect(x).toBeGreaterThanOrEqual(25);
        if (x === 40 || x === 56) expect(x + width).toBeLessThanOrEqual(575);
      }
    }
  });

  it('sets short titles in large type in every layout', () => {
    for (let seed = 0; seed < 60; seed++) {
      expect(linesOf(cover({ seed })).find(({ text }) => text === 'Emma')!.size).toBeGreaterThanOrEqual(60);
    }
  });

  it('uses large type for longer titles too', () => {
    for (let seed = 0; seed < 60; seed++) {
      const lines = linesOf(cover({ title: 'The Strange Case of Dr. Jekyll and Mr. Hyde', seed }));
      // A large initial precedes the title in one layout.
      expect(lines.find(({ text }) => text.length > 1)!.size).toBeGreaterThanOrEqual(34);
    }
  });

  it("truncates a word that doesn't fit at any size", () => {
    const { lines } = fitText('x'.repeat(5000), { width: 400, height: 200, max: 70, tracking: 0 });
    expect(lines.length * 15 * 1.16).toBeLessThanOrEqual(200);
    expect(lines.at(-1)).toMatch(/…$/);
  });

  it('varies the layout', () => {
    const shapes = new Set(
      Array.from({ length: 60 }, (_, seed) =>
        cover({ seed })
          .replace(/[\d.]+|#\w+|>[^<]+</g, '')
          .slice(0, 400),
      ),
    );
    expect(shapes.size).toBeGreaterThan(5);
  });
});

describe('every palette', () => {
  const all = Object.values(PALETTES).flat();
  it.each([...all, ...all.map(invertPalette)])('has readable letters: $ink on $ground', ({ ink, ground, deep }) => {
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(ink, deep)).toBeGreaterThanOrEqual(4.5);
  });
});

/** WCAG 2 contrast: (lighter + 0.05) / (darker + 0.05). */
function contrast(a: string, b: string) {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
