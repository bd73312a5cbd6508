/** The email templates, rendered with example data. */
import type { Deps } from '#server/platform/deps.ts';
import { emailFooter, type Rendered } from '#server/platform/mail.ts';

export type RenderedTemplate = Rendered & { name: string; subject: string };

const NEWSLETTER = 'newsletter';

export async function mailTemplates(deps: Pick<Deps, 'config' | 'mailRenderer'>): Promise<RenderedTemplate[]> {
  const { emailFixtures } = await deps.mailRenderer();
  const rendered = await Promise.all(
    [...Object.keys(emailFixtures), NEWSLETTER].map((name) => mailTemplate(deps, name)),
  );
  return rendered.flatMap((template) => template ?? []);
}

/** Renders a template's example, or returns null if the template is unknown. */
export async function mailTemplate(
  deps: Pick<Deps, 'config' | 'mailRenderer'>,
  name: string,
): Promise<RenderedTemplate | null> {
  const { emailFixtures, newsletterFixture, renderEmail, renderNewsletter } = await deps.mailRenderer();
  if (name === NEWSLETTER) return { name, ...(await renderNewsletter(newsletterFixture)) };
  if (!Object.hasOwn(emailFixtures, name)) return null;
  return { name, ...(await renderEmail(name, emailFixtures[name]!, emailFooter(deps))) };
}
