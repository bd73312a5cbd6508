/** Features of the emails that email programs don't or only partly support, compared with docs/email-support.md. */
import { readFileSync } from 'node:fs';
import { caniemail } from 'caniemail';
import { expect, it } from 'vitest';
import { emailCoverUrl } from '#server/books/presenter.ts';
import { emailFixtures, newsletterFixture, renderEmail, renderNewsletter } from '#server/emails/render.tsx';
import type { EmailTemplate } from '#server/emails/templates.ts';

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

type Support = 'errors' | 'warnings';

/** Returns, by feature, the programs that don't support it (`errors`) or support it only partly (`warnings`). */
function programsByFeature(htmls: readonly string[], support: Support) {
  const found = new Map<string, Set<string>>();
  for (const [program, clients] of Object.entries(PROGRAMS)) {
    for (const html of htmls) {
      const { issues } = caniemail({ clients: [...clients], html });
      for (const { title } of [...issues[support].values()].flat())
        found.set(title, (found.get(title) ?? new Set()).add(program));
    }
  }
  return Object.fromEntries([...found].sort().map(([title, programs]) => [title, [...programs].join(', ')]));
}

/** Sections with JPEG covers, as emails have them. The fixture's covers are inline drawings, which need no network. */
const sections = newsletterFixture.sections.map(({ deals, ...section }) => ({
  ...section,
  deals: deals.map((deal) => ({ ...deal, cover_url: emailCoverUrl('1.jpg') })),
}));

const [unsupported, partly] = readFileSync('docs/email-support.md', 'utf8')
  .split('## Partial support')
  .map((part) => [...part.matchAll(/^\| `(.+)` \| (.+) \| (.+) \|$/gm)]);

it.each<[string, Support, RegExpExecArray[]]>([
  ['unsupported', 'errors', unsupported!],
  ['partly supported', 'warnings', partly!],
])('lists every %s feature of every email with its fallback, and no other', async (_, support, rows) => {
  const templates = Object.keys(emailFixtures) as EmailTemplate[];
  const newsletters = (['daily', 'weekly'] as const).map((kind) =>
    renderNewsletter({ ...newsletterFixture, kind, sections }),
  );
  const emails = await Promise.all([
    ...templates.map((template) => renderEmail(template, emailFixtures[template], site)),
    ...newsletters,
  ]);
  expect(Object.fromEntries(rows.map(([, feature, programs]) => [feature, programs]))).toEqual(
    programsByFeature(
      emails.map(({ html }) => html),
      support,
    ),
  );
  for (const [, , , fallback] of rows) expect(fallback!.length).toBeGreaterThan(10);
});

it('detects a feature that isn’t listed', () => {
  const grid = '<html><body><div style="display:grid;position:absolute">Deal</div></body></html>';
  expect(programsByFeature([grid], 'errors')).toMatchObject({ position: expect.stringContaining('Gmail') });
});
