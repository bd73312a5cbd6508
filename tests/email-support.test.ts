/** Features of the emails that email programs don't support, compared with docs/email-support.md. */
import { readFileSync } from 'node:fs';
import { caniemail } from 'caniemail';
import { expect, it } from 'vitest';
import { emailCoverUrl } from '#server/books/presenter.ts';
import { emailFixtures, newsletterFixture, renderEmail, renderNewsletter } from '#server/emails/render.tsx';
import type { MailTemplate } from '#server/emails/templates.ts';

const PROGRAMS = {
  Gmail: ['gmail.android', 'gmail.desktop-webmail', 'gmail.ios', 'gmail.mobile-webmail'],
  'Apple Mail': ['apple-mail.ios', 'apple-mail.macos'],
  'Outlook on Windows': ['outlook.windows'],
  'Outlook on the Mac': ['outlook.macos'],
  'Outlook on the web': ['outlook.outlook-com'],
  Yahoo: ['yahoo.android', 'yahoo.desktop-webmail', 'yahoo.ios'],
  'Samsung Email': ['samsung-email.android'],
  Thunderbird: ['thunderbird.macos'],
} as const;

const site = { app_url: 'https://deckle.test', support_email: 'help@deckle.test', postal_address: '12 Example Lane' };

/** The programs that don't support a feature, by its name, in the order above. */
function unsupportedIn(htmls: readonly string[]) {
  const found = new Map<string, Set<string>>();
  for (const [program, clients] of Object.entries(PROGRAMS)) {
    for (const html of htmls) {
      const { errors } = caniemail({ clients: [...clients], html }).issues;
      for (const { title } of [...errors.values()].flat())
        found.set(title, (found.get(title) ?? new Set()).add(program));
    }
  }
  return Object.fromEntries([...found].sort().map(([title, programs]) => [title, [...programs].join(', ')]));
}

/** Covers are sent as JPEG; those of the fixture are drawn, so that it needs no network. */
const sections = newsletterFixture.sections.map(({ deals, ...section }) => ({
  ...section,
  deals: deals.map((deal) => ({ ...deal, cover_url: emailCoverUrl('1.jpg') })),
}));

const rows = [...readFileSync('docs/email-support.md', 'utf8').matchAll(/^\| `(.+)` \| (.+) \| (.+) \|$/gm)];

it('lists every unsupported feature of every email with its fallback, and no other', async () => {
  const templates = Object.keys(emailFixtures) as MailTemplate[];
  const newsletters = (['daily', 'weekly'] as const).map((kind) =>
    renderNewsletter({ ...newsletterFixture, kind, sections }),
  );
  const emails = await Promise.all([
    ...templates.map((template) => renderEmail(template, emailFixtures[template], site)),
    ...newsletters,
  ]);
  expect(Object.fromEntries(rows.map(([, feature, programs]) => [feature, programs]))).toEqual(
    unsupportedIn(emails.map(({ html }) => html)),
  );
  for (const [, , , fallback] of rows) expect(fallback!.length).toBeGreaterThan(10);
});

it('detects a feature that isn’t listed', () => {
  const grid = '<html><body><div style="display:grid;position:absolute">Deal</div></body></html>';
  expect(unsupportedIn([grid])).toMatchObject({ position: expect.stringContaining('Gmail') });
});
