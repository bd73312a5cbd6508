/** Every email template with an example. */
import type { Deps } from '#server/platform/deps.ts';
import { mailSite, type Rendered } from '#server/platform/mail.ts';

export type MailTemplate = Rendered & { name: string; subject: string };

const NEWSLETTER = 'newsletter';

export async function mailTemplates(deps: Pick<Deps, 'config' | 'mailRenderer'>): Promise<MailTemplate[]> {
  const { mailFixtures } = await deps.mailRenderer();
  const found = await Promise.all([...Object.keys(mailFixtures), NEWSLETTER].map((name) => mailTemplate(deps, name)));
  return found.flatMap((template) => template ?? []);
}

/** Null for an unknown template. */
export async function mailTemplate(
  deps: Pick<Deps, 'config' | 'mailRenderer'>,
  name: string,
): Promise<MailTemplate | null> {
  const { mailFixtures, newsletterFixture, renderMail, renderNewsletter } = await deps.mailRenderer();
  if (name === NEWSLETTER) return { name, ...(await renderNewsletter(newsletterFixture)) };
  if (!Object.hasOwn(mailFixtures, name)) return null;
  return { name, ...(await renderMail(name, mailFixtures[name]!, mailSite(deps))) };
}
