/** Converts Lighthouse's reports to the printed row of medians, and compares these with the targets. */
import type { Result } from 'lighthouse';

const TARGETS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
type Category = keyof typeof TARGETS;
const CATEGORIES = Object.keys(TARGETS) as Category[];

/**
 * LCP and TBT in milliseconds, CLS (no unit), and transferred bytes. `speed` is Lighthouse's benchmark index, which
 * reveals a busy machine.
 */
const FIGURES = ['lcp', 'tbt', 'cls', 'script', 'css', 'total', 'speed'] as const;
type Figure = (typeof FIGURES)[number];

export type Measurement = { scores: Record<Category, number>; figures: Record<Figure, number>; shortfalls: string[] };
type Median = Pick<Measurement, 'scores' | 'figures'>;

export const TITLES = [
  'page',
  'performance',
  'accessibility',
  'best practices',
  'SEO',
  'LCP s',
  'TBT ms',
  'CLS',
  'script kB',
  'CSS kB',
  'all kB',
  'speed of the machine',
];

export function measurementOf({ audits, categories, environment }: Result): Measurement {
  const figure = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  return {
    scores: mapOf(CATEGORIES, (category) => Math.round((categories[category]?.score ?? 0) * 100)),
    figures: {
      lcp: figure('largest-contentful-paint'),
      tbt: figure('total-blocking-time'),
      cls: figure('cumulative-layout-shift'),
      speed: environment.benchmarkIndex,
      ...sentBytes(audits['network-requests']?.details),
    },
    shortfalls: Object.values(audits).flatMap(({ id, score, title, displayValue }) =>
      score !== null && score < 0.9 ? [`${id}: ${title}${displayValue ? ` (${displayValue})` : ''}`] : [],
    ),
  };
}

export const medianOf = (runs: readonly Measurement[]): Median => ({
  scores: mapOf(CATEGORIES, (category) => middle(runs.map(({ scores }) => scores[category]))),
  figures: mapOf(FIGURES, (figure) => middle(runs.map(({ figures }) => figures[figure]))),
});

export const rowOf = ({ scores, figures }: Median) => [
  ...CATEGORIES.map((category) => scores[category]),
  (figures.lcp / 1000).toFixed(2),
  Math.round(figures.tbt),
  figures.cls.toFixed(3),
  ...[figures.script, figures.css, figures.total].map((bytes) => (bytes / 1000).toFixed(1)),
  Math.round(figures.speed),
];

export const missedTargets = ({ scores }: Median) =>
  CATEGORIES.filter((category) => scores[category] < TARGETS[category]);

type Request = { resourceType?: string; transferSize?: number };

function sentBytes(details: Result['audits'][string]['details']) {
  const requests = details?.type === 'table' ? (details.items as Request[]) : [];
  const sum = (selected: readonly Request[]) =>
    selected.reduce((bytes, { transferSize = 0 }) => bytes + transferSize, 0);
  const bytesOf = (type: string) => sum(requests.filter(({ resourceType }) => resourceType === type));
  return { script: bytesOf('Script'), css: bytesOf('Stylesheet'), total: sum(requests) };
}

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const mapOf = <Key extends string>(keys: readonly Key[], figure: (key: Key) => number) =>
  Object.fromEntries(keys.map((key) => [key, figure(key)])) as Record<Key, number>;
