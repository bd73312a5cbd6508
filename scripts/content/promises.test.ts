/** Promises of the legal pages: each is a setting, a number from the code, or listed here. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { costOf } from '#shared/promotion-cost.ts';
import { RETENTION_DAYS } from '#shared/retention.ts';
import { factOf } from './facts.ts';

const textOf = (name: string) => readFileSync(`content/${name}.md`, 'utf8').split('\n---\n')[1]!;
const LEGAL = ['privacy', 'terms-and-conditions'] as const;

describe('the legal pages', () => {
  it.each(LEGAL)('take every duration of %s from the code', (name) => {
    const duration =
      /\b(?:\d+|one|two|three|four|five|six|seven|ten|fourteen|thirty|ninety)\s+(?:minute|hour|day|week|month|year)s?\b/gi;
    expect(textOf(name).match(duration) ?? []).toEqual([]);
  });

  it('state every retention period', () => {
    const privacy = textOf('privacy');
    for (const name of Object.keys(RETENTION_DAYS)) expect(privacy).toContain(`:fact[retention.${name}]`);
    expect([factOf('retention.clicks'), factOf('retention.confirmation_link'), factOf('clicks.newReader')]).toEqual([
      '400 days',
      '7 days',
      '48 hours',
    ]);
  });

  it.each([
    ['privacy', ['operator', 'operator[address]', 'operator[country]', 'operator[reply_time]', 'email']],
    ['privacy', ['operator[hosting]', 'operator[mail]', 'operator[ai]', 'operator[storage]', 'operator[errors]']],
    ['terms-and-conditions', ['operator', 'operator[address]', 'operator[country]', 'operator[reply_time]', 'email']],
    ['terms-and-conditions', ['operator[appeals]', 'operator[governing_law]', 'operator[notice_agent]']],
  ] as const)('of %s print the settings %j', (name, settings) => {
    for (const setting of settings) expect(textOf(name)).toContain(`:${setting}`);
  });

  it('list everything that the site stores in a browser', () => {
    const files = globSync('client/**/*.{ts,tsx}').filter((file) => !/\.test\./.test(file));
    const users = files.filter((file) =>
      /\b(?:localStorage|sessionStorage|document\.cookie|browserStore|tabStore)\b/.test(readFileSync(file, 'utf8')),
    );
    // A new file that stores something needs a row on the privacy page and a line here.
    expect(users.sort()).toEqual([
      'client/api/credentials.ts',
      'client/api/stored.ts',
      'client/app/entry-browser.tsx',
      'client/features/accounts/partner/PartnerSignUpScreen.tsx',
      'client/features/ai/public/AiToolPage.tsx',
      'client/features/books/partner/PartnerBookNewScreen.tsx',
      'client/features/guides/use-saved-checks.ts',
      'client/features/partners/staff/PartnerNotes.tsx',
      'client/features/promotions/partner/saved-bookings.ts',
      'client/features/promotions/partner/saved-series.ts',
      'client/features/promotions/staff/recent-decisions.ts',
      'client/features/promotions/staff/review-keys.ts',
      'client/features/promotions/staff/use-review.ts',
      'client/features/readers/reader-uuid.ts',
      'client/layout/RouteError.tsx',
      'client/layout/recent-destinations.ts',
      'client/session/session-api.ts',
      'client/ui/app/keys.ts',
      'client/ui/app/list-search.ts',
    ]);
    const [, table] = textOf('privacy').split('Everything that this site stores in a browser');
    const names = table!
      .split(':::')[0]!
      .split('\n')
      .flatMap((row) => /^\| ([^|]+) \| (?:Cookie|Local|Session)/.exec(row)?.[1] ?? []);
    expect(names).toEqual([
      'partner',
      'user',
      'partner\\_device and user\\_device',
      'referrer\\_id',
      'utm\\_source',
      'partner\\_series',
      'partner\\_booking',
      'partner\\_promotions\\_search, partner\\_books\\_search, and the same with user\\_ for staff',
      'last\\_partner and last\\_user',
      'ticks: and the page',
      'book\\_draft',
      'recent\\_decisions and the account, review\\_place',
      'note\\_ and two numbers',
      'staff\\_recent',
      'review\\_keys, review\\_hold',
      'reader',
      'reloaded for',
    ]);
  });

  it('calculate their cost examples the way invoices do', () => {
    const rows = [...textOf('terms-and-conditions').matchAll(/^\| (\d+) \| (no|\$10\.00) \| (\$\S+) \| (\S+) \|$/gm)];
    expect(rows).toHaveLength(5);
    for (const [, clicks, spot, total, paid] of rows) {
      const addon_cents = spot === 'no' ? [] : [1000];
      const cost = costOf({ cpc_cents: 40, addon_cents, max_cost_cents: 6000, discount: null }, Number(clicks));
      const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
      expect(dollars(cost.clicks_cents + cost.addons_cents)).toBe(total);
      expect(dollars(cost.total_cents)).toBe(paid === ':fact[ceiling]' ? '$60.00' : paid);
    }
  });
});
