/**
 * Covers drawn from title and author, the same every time. Letters are outlines, because an SVG shown as a picture
 * can't use the page's fonts. A letter without an outline is drawn without its accent, or left out.
 */
import glyphs from '../../prisma/data/cover-glyphs.json' with { type: 'json' };
import superCategories from '../../prisma/data/super_categories.json' with { type: 'json' };

type CoverInput = { title: string; author: string; category_slug: string; seed: number };
type Palette = { ground: string; ink: string; accent: string; deep: string };
type LayoutInput = { title: string; author: string; palette: Palette; random: (bound: number) => number };
/** Outlines of Literata and Inter (SIL Open Font License), 1000 units to the em: [width, path] by character. */
type Glyphs = { [character: string]: [number, string] | undefined };
type Face = keyof typeof glyphs;
type TextStyle = { face: Face; fill: string; anchor: 'start' | 'middle'; tracking: number };

const WIDTH = 600;
const HEIGHT = 900;

/**
 * `ink` on `ground` and on `deep` is text, so each pair has a contrast of at least 4.5; `accent` is never text on
 * `ground`.
 */
export const PALETTES: Record<string, readonly Palette[]> = {
  'mystery-thriller': [
    { ground: '#14213a', ink: '#f4ead5', accent: '#c8963e', deep: '#0b1426' },
    { ground: '#2b1d26', ink: '#f6e9dc', accent: '#b5413b', deep: '#190f16' },
    { ground: '#1d3a38', ink: '#f2ecd9', accent: '#d0a24c', deep: '#112624' },
  ],
  romance: [
    { ground: '#7b2240', ink: '#fdeee6', accent: '#e8a88c', deep: '#54122a' },
    { ground: '#5a2a4d', ink: '#fbeaee', accent: '#e2a3ad', deep: '#3d1934' },
    { ground: '#8c3a2f', ink: '#fff1e2', accent: '#f0b879', deep: '#632319' },
  ],
  'science-fiction-fantasy-horror': [
    { ground: '#22204f', ink: '#eeeafc', accent: '#8f7fe0', deep: '#12112f' },
    { ground: '#0f3b4c', ink: '#e6f5f1', accent: '#46b3a5', deep: '#072632' },
    { ground: '#301a3f', ink: '#f6e9f3', accent: '#c66b9c', deep: '#1c0d27' },
  ],
  'general-fiction': [
    { ground: '#2f4b3c', ink: '#f7f0dd', accent: '#d8a657', deep: '#1d3127' },
    { ground: '#374a68', ink: '#f6efe2', accent: '#dc8f62', deep: '#243249' },
    { ground: '#6a3b24', ink: '#fbf0df', accent: '#e0ab5e', deep: '#472513' },
  ],
  'children-teen': [
    { ground: '#1f5f78', ink: '#fff6e0', accent: '#f2b84b', deep: '#12414f' },
    { ground: '#3f5e27', ink: '#fff7e1', accent: '#f0a742', deep: '#294014' },
    { ground: '#8a3548', ink: '#fff3e4', accent: '#f4b95f', deep: '#5f2030' },
  ],
  faith: [
    { ground: '#2c3f63', ink: '#f7f1e1', accent: '#d9b566', deep: '#1b2944' },
    { ground: '#4b3a58', ink: '#f8f0e4', accent: '#d3a96a', deep: '#31243b' },
  ],
  nonfiction: [
    { ground: '#8a2f23', ink: '#fdf2e1', accent: '#e5b45a', deep: '#5f1c13' },
    { ground: '#264653', ink: '#f6f1e3', accent: '#e19a5b', deep: '#162d37' },
    { ground: '#3d4a2a', ink: '#f7f2df', accent: '#d9b14f', deep: '#272f19' },
  ],
};

/** Draws an SVG document of 600 × 900 units. The same input gives the same drawing. */
export function demoCoverSvg({ title, author, category_slug, seed }: CoverInput): string {
  const random = coverRandom(`${category_slug}:${seed}`);
  const palettes = PALETTES[paletteName(category_slug)]!;
  const dark = palettes[random(palettes.length)]!;
  const { layout, canInvert } = LAYOUTS[random(LAYOUTS.length)]!;
  const palette = canInvert && random(5) < 2 ? invertPalette(dark) : dark;
  const label = escapeXml(`${title} by ${author}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${label}">`,
    layout({ title, author, palette, random }),
    '</svg>',
  ].join('');
}

/** Inverts the palette: dark letters on a light ground. */
export const invertPalette = ({ ground, ink, accent, deep }: Palette): Palette => ({
  ground: ink,
  ink: deep,
  accent: mix(accent, ground, 0.3),
  deep: mix(ink, accent, 0.28),
});

const paletteName = (categorySlug: string) =>
  superCategories.find(({ categories }) => categories.includes(categorySlug))?.slug ?? 'general-fiction';

// ─── layouts ────────────────────────────────────────────────────────────────

/** Layouts with `canInvert` also look right with dark letters on a light ground. */
const LAYOUTS = [
  { layout: framedClassic, canInvert: true },
  { layout: colorBlock, canInvert: true },
  { layout: bigInitial, canInvert: true },
  { layout: horizon, canInvert: false },
  { layout: patternBand, canInvert: true },
  { layout: archWindow, canInvert: false },
  { layout: seascape, canInvert: false },
  { layout: forest, canInvert: false },
];

function framedClassic({ title, author, palette: { ground, ink, accent, deep } }: LayoutInput) {
  const frame = (inset: number, width: number) =>
    `<rect x="${inset}" y="${inset}" width="${WIDTH - 2 * inset}" height="${HEIGHT - 2 * inset}" fill="none" stroke="${accent}" stroke-width="${width}"/>`;
  const corner = (x: number, y: number) =>
    `<circle cx="${x}" cy="${y}" r="17" fill="${ground}" stroke="${accent}" stroke-width="3"/><circle cx="${x}" cy="${y}" r="6" fill="${accent}"/>`;
  const corners = [52, WIDTH - 52].flatMap((x) => [52, HEIGHT - 52].map((y) => corner(x, y)));
  return [
    fill(ground),
    `<rect x="72" y="72" width="${WIDTH - 144}" height="${HEIGHT - 144}" fill="${deep}"/>`,
    frame(52, 3),
    frame(72, 1.5),
    ...corners,
    textBlock(title, { x: 300, top: 150, width: 400, height: 380, max: 74 }, bold(ink)),
    flourish(300, 610, accent),
    textBlock(author, { x: 300, top: 660, width: 400, height: 130, max: 42 }, serif(ink)),
  ].join('');
}

function colorBlock({ title, author, palette: { ground, ink, accent, deep }, random }: LayoutInput) {
  const side = random(2) ? 470 : 130;
  const height = 610;
  return [
    fill(deep),
    `<rect width="${WIDTH}" height="${height}" fill="${ground}"/>`,
    `<circle cx="${side}" cy="${height}" r="120" fill="${accent}"/>`,
    `<path d="M0 ${height}H${WIDTH}V${height + 130}H0Z" fill="${deep}"/>`,
    `<rect x="56" y="64" width="90" height="10" fill="${accent}"/>`,
    textBlock(title, { x: 56, top: 105, width: 488, height: 375, max: 92 }, sans(ink)),
    textBlock(author, { x: 56, top: 745, width: 488, height: 110, max: 46 }, sans(ink)),
  ].join('');
}

function bigInitial({ title, author, palette: { ground, ink, accent, deep } }: LayoutInput) {
  const initial = [...title.replace(/^(the|a|an)\s+/i, '').replace(/[^\p{L}\p{N}]/gu, '')][0] ?? 'D';
  const size = /[MWÆŒ]/i.test(initial) ? 400 : 540;
  const letter = outlineText(initial.toUpperCase(), { x: 300, y: 290 + size * 0.36, size }, bold(accent));
  return [
    fill(ground),
    `<rect x="40" y="40" width="${WIDTH - 80}" height="500" fill="${deep}"/>`,
    letter,
    textBlock(title, { x: 40, top: 572, width: 520, height: 178, max: 64 }, bold(ink, 'start')),
    `<rect x="40" y="775" width="520" height="2" fill="${accent}"/>`,
    textBlock(author, { x: 40, top: 795, width: 520, height: 66, max: 40 }, serif(ink, 'start')),
  ].join('');
}

function horizon({ title, author, palette: { ground, ink, accent, deep }, random }: LayoutInput) {
  const sun = { x: 150 + random(300), r: 70 + random(50) };
  const ridge = (y: number, swing: number, color: string) => {
    const peaks = Array.from({ length: 7 }, (_, i) => `L${i * 100} ${y - random(swing)}`);
    return `<path d="M0 ${HEIGHT}${peaks.join('')}V${HEIGHT}Z" fill="${color}"/>`;
  };
  return [
    fill(ground),
    `<circle cx="${sun.x}" cy="560" r="${sun.r}" fill="${accent}"/>`,
    ridge(640, 110, mix(accent, ground, 0.55)),
    ridge(700, 90, mix(ground, deep, 0.55)),
    ridge(770, 70, deep),
    textBlock(title, { x: 300, top: 80, width: 496, height: 330, max: 80 }, bold(ink)),
    textBlock(
      author,
      { x: 300, top: 795, width: 480, height: 80, max: 38 },
      { ...sans(ink), anchor: 'middle', tracking: 2 },
    ),
  ].join('');
}

function patternBand({ title, author, palette: { ground, ink, accent, deep }, random }: LayoutInput) {
  const band = random(2) ? { y: 60, title: 430 } : { y: 520, title: 90 };
  const tile = TILES[random(TILES.length)]!;
  const cells = Array.from({ length: 5 * 3 }, (_, i) => {
    const at = `translate(${(i % 5) * 120} ${band.y + Math.floor(i / 5) * 100})`;
    return `<g transform="${at}">${tile(i % 2 ? accent : ink, i % 2 ? ground : accent, random)}</g>`;
  });
  const authorTop = band.y === 60 ? 772 : 430;
  return [
    fill(ground),
    `<rect y="${band.y}" width="${WIDTH}" height="300" fill="${deep}"/>`,
    ...cells,
    textBlock(title, { x: 300, top: band.title, width: 500, height: 310, max: 78 }, bold(ink)),
    textBlock(
      author,
      { x: 300, top: authorTop, width: 500, height: 76, max: 38 },
      { ...sans(ink), anchor: 'middle', tracking: 1 },
    ),
  ].join('');
}

function archWindow({ title, author, palette: { ground, ink, accent, deep }, random }: LayoutInput) {
  const arch = (inset: number) =>
    `M${130 + inset} 540V270a${170 - inset} ${170 - inset} 0 0 1 ${340 - 2 * inset} 0V540Z`;
  const stars = Array.from({ length: 14 }, () => {
    const [x, y] = [185 + random(230), 165 + random(250)];
    return `<circle cx="${x}" cy="${y}" r="${1.5 + random(3)}" fill="${ink}"/>`;
  });
  const moon = { x: 230 + random(140), y: 230 + random(60) };
  return [
    fill(ground),
    `<path d="${arch(0)}" fill="${accent}"/><path d="${arch(14)}" fill="${deep}"/>`,
    ...stars,
    `<circle cx="${moon.x}" cy="${moon.y}" r="46" fill="${ink}"/><circle cx="${moon.x + 20}" cy="${moon.y - 8}" r="40" fill="${deep}"/>`,
    `<path d="M144 540V${460 - random(30)}q78 -70 156 -10t156 -${20 + random(40)}V540Z" fill="${mix(accent, deep, 0.6)}"/>`,
    textBlock(title, { x: 300, top: 570, width: 500, height: 190, max: 60 }, bold(ink)),
    textBlock(author, { x: 300, top: 785, width: 480, height: 76, max: 38 }, serif(ink)),
  ].join('');
}

/** The sun over the sea, with its light on the waves. */
function seascape({ title, author, palette: { ground, ink, accent, deep }, random }: LayoutInput) {
  const sun = 170 + random(260);
  const waves = Array.from({ length: 46 }, (_, i) => {
    const y = 596 + i * 6.6;
    const reach = 26 + i * 5 + random(70);
    const shift = random(60) - 30;
    return `<rect x="${sun + shift - reach}" y="${y}" width="${2 * reach}" height="${1.5 + random(4)}" rx="2" fill="${accent}" opacity="${(0.62 - i * 0.012).toFixed(2)}"/>`;
  });
  const clouds = Array.from({ length: 5 }, (_, i) => {
    const [x, y, width] = [random(520), 400 + i * 30 + random(18), 120 + random(240)];
    return `<rect x="${x}" y="${y}" width="${width}" height="${5 + random(9)}" rx="7" fill="${ink}" opacity="0.13"/>`;
  });
  const cliff = random(2) ? 1 : -1;
  return [
    gradient('sky', [deep, 0], [ground, 0.55], [mix(accent, ground, 0.25), 1]),
    gradient('sea', [mix(accent, deep, 0.55), 0], [deep, 0.55], [mix(deep, '#000000', 0.35), 1]),
    `<radialGradient id="glow"><stop offset="0" stop-color="${accent}" stop-opacity="0.85"/><stop offset="1" stop-color="${accent}" stop-opacity="0"/></radialGradient>`,
    `<rect width="${WIDTH}" height="590" fill="url(#sky)"/>`,
    ...clouds,
    `<circle cx="${sun}" cy="560" r="250" fill="url(#glow)"/><circle cx="${sun}" cy="560" r="52" fill="${mix(accent, '#ffffff', 0.55)}"/>`,
    `<rect y="588" width="${WIDTH}" height="312" fill="url(#sea)"/>`,
    ...waves,
    `<g transform="translate(${cliff < 0 ? WIDTH : 0} 0) scale(${cliff} 1)"><path d="M0 ${470 + random(40)}q60 -30 96 6q30 44 70 50q20 44 62 64H0Z" fill="${mix(deep, '#000000', 0.25)}"/><path d="M0 900V${690 + random(30)}q120 -34 190 30q70 60 180 110L480 900Z" fill="${mix(deep, '#000000', 0.5)}"/></g>`,
    textBlock(title, { x: 300, top: 76, width: 500, height: 300, max: 80 }, bold(ink)),
    textBlock(author, { x: 300, top: 802, width: 480, height: 72, max: 38 }, serif(ink)),
  ].join('');
}

/** Firs in the fog; nearer ones are darker. */
function forest({ title, author, palette: { ground, ink, accent, deep }, random }: LayoutInput) {
  const fir = (x: number, foot: number, height: number) => {
    const width = height * 0.34;
    const tiers = [0, 0.24, 0.5].map((from) => {
      const [top, bottom, half] = [
        foot - height * (1 - from),
        foot - height * (0.42 - from * 0.8),
        width * (0.5 + from),
      ];
      return `M${x} ${top.toFixed(0)}l${half.toFixed(0)} ${(bottom - top).toFixed(0)}h${(-2 * half).toFixed(0)}Z`;
    });
    return `${tiers.join('')}M${x - 4} ${foot - 20}h8V${foot + 10}h-8Z`;
  };
  const row = (foot: number, height: number, count: number, color: string) => {
    const trees = Array.from({ length: count }, (_, i) =>
      fir(Math.round((i + 0.5) * (WIDTH / count)) + random(50) - 25, foot + random(30), height + random(height / 2)),
    );
    return `<g fill="${color}"><path d="${trees.join('')}"/><rect y="${foot}" width="${WIDTH}" height="${HEIGHT - foot}"/></g>`;
  };
  const mist = (y: number, opacity: number) =>
    `<rect y="${y}" width="${WIDTH}" height="190" fill="url(#mist)" opacity="${opacity}"/>`;
  return [
    gradient('air', [deep, 0], [ground, 0.5], [mix(accent, ground, 0.45), 0.78], [ground, 1]),
    `<linearGradient id="mist" x2="0" y2="1"><stop stop-color="${ink}" stop-opacity="0"/><stop offset="0.6" stop-color="${ink}" stop-opacity="0.55"/><stop offset="1" stop-color="${ink}" stop-opacity="0"/></linearGradient>`,
    `<radialGradient id="moon"><stop offset="0.2" stop-color="${ink}" stop-opacity="0.9"/><stop offset="0.26" stop-color="${accent}" stop-opacity="0.5"/><stop offset="1" stop-color="${accent}" stop-opacity="0"/></radialGradient>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#air)"/>`,
    `<circle cx="${140 + random(320)}" cy="470" r="170" fill="url(#moon)"/>`,
    row(640, 120, 11, mix(ground, accent, 0.28)),
    mist(520, 0.5),
    row(710, 190, 8, mix(ground, deep, 0.5)),
    mist(610, 0.35),
    row(790, 290, 5, mix(deep, '#000000', 0.3)),
    textBlock(title, { x: 300, top: 76, width: 500, height: 290, max: 80 }, bold(ink)),
    textBlock(
      author,
      { x: 300, top: 806, width: 480, height: 70, max: 36 },
      { ...sans(ink), anchor: 'middle', tracking: 2 },
    ),
  ].join('');
}

/** A vertical gradient, from top to bottom. */
const gradient = (id: string, ...stops: [color: string, offset: number][]) =>
  `<linearGradient id="${id}" x2="0" y2="1">${stops.map(([color, offset]) => `<stop offset="${offset}" stop-color="${color}"/>`).join('')}</linearGradient>`;

/** Each tile fills a cell of 120 × 100. */
const TILES = [
  (a: string, b: string) =>
    `<path d="M60 6L114 50L60 94L6 50Z" fill="${a}"/><path d="M60 32L82 50L60 68L38 50Z" fill="${b}"/>`,
  (a: string, b: string) =>
    `<path d="M0 100a60 60 0 0 1 120 0Z" fill="${a}"/><path d="M28 100a32 32 0 0 1 64 0Z" fill="${b}"/>`,
  (a: string, b: string) =>
    `<path d="M0 0H60L120 50L60 100H0L60 50Z" fill="${a}"/><circle cx="22" cy="50" r="13" fill="${b}"/>`,
  (a: string, b: string, random: (bound: number) => number) =>
    `<rect x="${8 + random(10)}" y="6" width="30" height="88" fill="${a}"/><rect x="48" y="${6 + random(24)}" width="24" height="70" fill="${b}"/><rect x="84" y="6" width="26" height="88" fill="${a}" opacity="0.6"/>`,
];

const flourish = (x: number, y: number, color: string) =>
  `<path d="M${x - 130} ${y}H${x - 26}M${x + 26} ${y}H${x + 130}" stroke="${color}" stroke-width="2"/><path d="M${x} ${y - 14}L${x + 14} ${y}L${x} ${y + 14}L${x - 14} ${y}Z" fill="${color}"/>`;

const fill = (color: string) => `<rect width="${WIDTH}" height="${HEIGHT}" fill="${color}"/>`;
const styleOf =
  (face: Face) =>
  (color: string, anchor: TextStyle['anchor'] = 'middle'): TextStyle => ({ face, fill: color, anchor, tracking: 0 });
const serif = styleOf('serif');
export const bold = styleOf('serifBold');
export const sans = (color: string) => styleOf('sans')(color, 'start');

// ─── fitting text ───────────────────────────────────────────────────────────

export type Box = { x: number; top: number; width: number; height: number; max: number };
export const LINE_HEIGHT = 1.16;
const MIN_FONT_SIZE = 15;

export function textBlock(text: string, box: Box, style: TextStyle) {
  const { size, lines } = fitText(text, { ...box, tracking: style.tracking });
  const top = box.top + (style.anchor === 'middle' ? (box.height - lines.length * size * LINE_HEIGHT) / 2 : 0);
  return lines
    .map((line, i) =>
      outlineText(line, { x: box.x, y: Math.round(top + size * (0.95 + i * LINE_HEIGHT)), size }, style),
    )
    .join('');
}

/** A line of text as one path. Characters without an outline are drawn without their accents, or left out. */
function outlineText(line: string, { x, y, size }: { x: number; y: number; size: number }, style: TextStyle) {
  const letters = [...line].map((letter) => glyphOf(letter, style.face)).filter((glyph) => glyph !== undefined);
  const gap = (style.tracking / size) * 1000;
  const starts: number[] = [];
  let width = -gap;
  for (const [advance] of letters) {
    starts.push(Math.round(width + gap));
    width += gap + advance;
  }
  const left = style.anchor === 'middle' ? x - (width * size) / 2000 : x;
  const d = letters.map(([, path], index) => path && `M${starts[index]} 0${path}`).join('');
  return `<path aria-label="${escapeXml(line)}" transform="translate(${Math.round(left)} ${Math.round(y)}) scale(${size / 1000})" fill="${style.fill}" d="${d}"/>`;
}

/** True if more than 80% of the characters can be drawn. */
export const canDraw = (text: string) =>
  [...text].filter((letter) => glyphOf(letter, 'serifBold')).length > 0.8 * [...text].length;

export const canDrawAll = (text: string) => [...text].every((letter) => glyphOf(letter, 'serifBold'));

function glyphOf(letter: string, face: Face) {
  const outlines = glyphs[face] as unknown as Glyphs;
  return outlines[letter] ?? outlines[letter.normalize('NFD')[0] ?? ''];
}

/**
 * Finds the largest size at which the text, broken between words into even lines, fits the box. Text that doesn't fit
 * at any size is broken anywhere at the smallest one, and truncated with an ellipsis if it's still too long.
 */
export function fitText(
  text: string,
  { width, height, max, tracking }: { width: number; height: number; max: number; tracking: number },
) {
  for (let size = max; size >= MIN_FONT_SIZE; size -= 2) {
    const lines = evenLines(text, width / size, tracking / size);
    const fits = lines.every((line) => lineWidth(line, tracking / size) * size <= width);
    if (fits && lines.length * size * LINE_HEIGHT <= height) return { size, lines };
  }
  const perLine = Math.floor(width / (MIN_FONT_SIZE * 0.75));
  const maxCharacters = perLine * Math.floor(height / (MIN_FONT_SIZE * LINE_HEIGHT));
  const truncated = text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text;
  return { size: MIN_FONT_SIZE, lines: truncated.match(new RegExp(`.{1,${perLine}}`, 'gsu')) ?? [] };
}

/**
 * Breaks the text into as few lines as greedy breaking needs, then narrows the width as far as that count allows.
 * Widths are in em.
 */
function evenLines(text: string, maxWidth: number, tracking: number) {
  const fewest = breakLines(text, maxWidth, tracking);
  for (let width = maxWidth / 2; width < maxWidth; width += maxWidth / 24) {
    const lines = breakLines(text, width, tracking);
    if (lines.length <= fewest.length && lines.every((line) => lineWidth(line, tracking) <= width)) return lines;
  }
  return fewest;
}

function breakLines(text: string, width: number, tracking: number) {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length && lineWidth(longer, tracking) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Width in em, estimated for a wide bold face. */
const lineWidth = (line: string, tracking: number) =>
  [...line].reduce((sum, letter) => sum + letterWidth(letter) + tracking, 0);

function letterWidth(letter: string) {
  if (/[ilj.,;:'’!|]/.test(letter)) return 0.38;
  if (/[\sfrtI()-]/.test(letter)) return 0.48;
  if (/[mwMW—…@]/.test(letter)) return 1.08;
  return /[a-z]/.test(letter) ? 0.68 : 0.82;
}

// ─── colors, random numbers, escaping ───────────────────────────────────────

function mix(from: string, to: string, share: number) {
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [from, to].map((color) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number];
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

/**
 * Seeded random numbers below `bound`: FNV-1a over the key, then one xorshift per number. Don't replace it with
 * `platform/random.ts`, whose different numbers would change every cover of the demo.
 */
function coverRandom(key: string) {
  let state =
    [...key].reduce((hash, letter) => Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619), 2_166_136_261) || 1;
  return (bound: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Escapes markup, and removes characters that XML 1.0 can't contain. */
const escapeXml = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose
  text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '').replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
