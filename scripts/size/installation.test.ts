import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { planFor } from './installation.ts';

const lineOf = (lines: readonly string[], start: string) => lines.find((line) => line.trim().startsWith(start))!;

describe('the plan of an installation', () => {
  it('of a million readers is the one in docs/scaling.md', () => {
    const [, printed] = /npm run size -- --readers 1000000 --promotions 200\n\n([\s\S]*?)\n```/.exec(
      readFileSync('docs/scaling.md', 'utf8'),
    )!;
    expect(printed).toBe(planFor({ readers: 1_000_000, promotions: 200 }).join('\n'));
  });

  it('says “measured” only up to the size that was measured', () => {
    const measured = planFor({ readers: 5_000_000, promotions: 3_000 });
    expect(lineOf(measured, 'worker')).toContain('(measured');
    expect(measured.at(-1)).toContain('measured at this size');
    const larger = planFor({ readers: 5_000_001, promotions: 3_014 });
    expect(lineOf(larger, 'worker')).toContain('(arithmetic');
    expect(larger.at(-1)).toContain('arithmetic');
  });

  it('adds a worker if one would take more than an hour', () => {
    const inAnHour = 3_958 * 3_600;
    expect(lineOf(planFor({ readers: inAnHour, promotions: 60 }), 'worker')).toContain('worker  1,');
    expect(lineOf(planFor({ readers: inAnHour + 1, promotions: 60 }), 'worker')).toContain('worker  2,');
  });

  it('includes connections for each process, and more memory for more readers', () => {
    const small = planFor({ readers: 1_000, promotions: 60 });
    expect(lineOf(small, 'max_connections')).toBe('  max_connections = 100');
    expect(lineOf(small, 'shared_buffers')).toBe('  shared_buffers = 256MB');
    const large = planFor({ readers: 100_000_000, promotions: 60 });
    // 12 for each of the 2 web processes and 8 workers, and 10 others.
    expect(lineOf(large, 'max_connections')).toBe(`  max_connections = ${10 * 12 + 10}`);
    expect(lineOf(large, 'shared_buffers')).toBe('  shared_buffers = 128GB');
  });

  it('adds up the disk', () => {
    const plan = planFor({ readers: 100_000, promotions: 60 });
    const rows = 100_000 * 365;
    const bytes = rows * 250 + rows * 0.4 * 313 + 60 * 365 * (1_358 + 273) + 100_000 * (339 + 4 * 65);
    expect(lineOf(plan, 'in all')).toContain(` ${Math.round(bytes / 1024 ** 3)} GB`);
  });
});
