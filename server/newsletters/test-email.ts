/**
 * Test emails of a newsletter as it is now, to addresses that staff enter. The subject starts with [Test], and the
 * links aren't tracked.
 */
import { randomUUID } from 'node:crypto';
import { audit } from '#server/platform/audit.ts';
import type { Deps } from '#server/platform/deps.ts';
import { MailError, type OutgoingEmail } from '#server/platform/mail.ts';
import { renderPreview } from './preview.ts';
import { conflictOrNotFound } from './service.ts';

export const SEND_TEST_JOB = 'newsletters.test';

const NO_DEALS = {
  daily: 'This newsletter has no deals yet. Approve a promotion for its date, then send the test.',
  weekly:
    'This newsletter has no deals yet. A deal appears in it once its daily newsletter has closed. Send the test after that.',
};
const CLOSED_WITHOUT_DEALS = 'This newsletter has no deals and is no longer open, so there’s nothing to send.';
const NO_MATCH = 'None of this newsletter’s deals are in these categories. Choose others, then send the test.';

/** Queues one email per address. 409 while the newsletter has no deal for these categories. */
export async function sendTest(
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config' | 'mailRenderer'>,
  {
    id,
    actor,
    emails,
    category_ids,
  }: { id: number; actor: { id: number }; emails: readonly string[]; category_ids?: readonly number[] | undefined },
) {
  const { newsletter, composed } = await renderPreview(deps, id, { category_ids });
  if (!composed) {
    const { deals } = newsletter.snapshot as { deals: object[] };
    const noDeals = newsletter.status === 'draft' ? NO_DEALS[newsletter.kind] : CLOSED_WITHOUT_DEALS;
    throw await conflictOrNotFound(deps.db, id, deals.length ? NO_MATCH : noDeals);
  }
  const { subject, html, text } = composed.mail;
  const host = new URL(deps.config.appUrl).hostname;
  await deps.db.$transaction(async (tx) => {
    for (const to of new Set(emails)) {
      const mail: OutgoingEmail = {
        to,
        subject: `[Test] ${subject}`,
        html,
        text,
        messageId: `<${randomUUID()}@${host}>`,
      };
      await deps.queue.send(tx, SEND_TEST_JOB, mail);
    }
    const after = { emails, category_ids: category_ids ?? null };
    await audit(tx, deps.now(), { user_id: actor.id, action: 'test', entity: 'newsletter', entity_id: id, after });
  });
}

/**
 * Job handler. Doesn't retry a bounce, or an uncertain delivery without an idempotency key: staff can see that the email
 * is missing and send another.
 */
export async function deliverTest(deps: Pick<Deps, 'log' | 'mail'>, mail: OutgoingEmail) {
  try {
    await deps.mail.send(mail);
  } catch (error) {
    const isFinal =
      error instanceof MailError &&
      (error.outcome === 'bounced' || (error.outcome === 'uncertain' && !deps.mail.isIdempotent));
    if (!isFinal) throw error;
    deps.log.warn({ err: error }, 'test email failed');
  }
}
