import { Frequency, type Reader, ReaderStatus } from '#prisma';
import { liftBounce } from '#server/readers/bounces.ts';
import { LOG_OPT_OUT_JOB, logOptOut, type OptOut, optOutKey } from '#server/readers/opt-out-log.ts';
import { suppressReader } from '#server/readers/suppression.ts';
import { maskedEmail } from '#shared/masked.ts';
import { requiredText } from '#shared/params.ts';
import { SIGN_UP_SOURCES } from '#shared/sign-up-sources.ts';
import { entity } from '../entity.ts';
import { cents, choice, date, email, flag, id, instant, list, longText, number, text } from '../fields.ts';
import { revealAddress } from '../reveal.ts';

const LIFTED = {
  active: 'The bounce was cleared. The reader will get newsletters again.',
  pending: 'The bounce was cleared. The address can sign up and confirm again.',
  unsubscribed: 'The bounce was cleared. The reader has unsubscribed, and can sign up and confirm again.',
  sunset:
    'The bounce was cleared. The reader didn’t answer our last question, so they’ll get newsletters again only if they use the link in that email or sign up again.',
};

/** The log entry of a blocked reader. Its time is stored, so that the job and the request write the same entry. */
const suppressionOf = ({ email, unsubscribed_at }: Reader): OptOut => ({
  kind: 'suppressed',
  email: email!,
  at: unsubscribed_at!,
});

/** Leaves out the uuid, which gives access to the reader's preferences. */
export const readers = entity<Reader>({
  name: 'readers',
  singular: 'reader',
  group: 'People',
  about:
    'Newsletter subscribers. Only an address’s first character and domain are shown; viewing all of it is recorded in the audit log.',
  model: 'reader',
  table: 'readers',
  title: ({ id }) => `Reader ${id}`,
  auditedName: ({ id: one, email }) => (email ? maskedEmail(email) : String(one)),
  fields: {
    id: id(),
    email: email({ list: true, masked: true }),
    status: choice(ReaderStatus, { list: true, sort: true }),
    frequency: choice(Frequency, { list: true }),
    stores: list(),
    country: text({ filter: true }),
    free_only: flag({ filter: true }),
    max_price_cents: cents(),
    adult_ok: flag({ filter: true }),
    list_alerts: flag({ filter: true }),
    confirm_sent_at: instant(),
    confirmed_at: instant({ list: true, sort: true, filter: 'present' }),
    paused_until: date(),
    soft_bounces: number(),
    last_bounce_at: instant({ filter: 'present' }),
    bounce_lifted_at: instant(),
    unsubscribed_at: instant(),
    unsubscribe_reason: text(),
    sign_up_source: choice(SIGN_UP_SOURCES, { label: 'Signed up on' }),
    sign_up_page: text({ filter: true }),
    created_at: instant({ list: true, sort: true, filter: true }),
  },
  // The column ignores case, and its index finds one address among millions.
  search: [{ label: 'Email (exact match)', where: (address) => ({ email: address }) }],
  linked: [
    { entity: 'deliveries', by: 'reader_id' },
    { entity: 'click_logs', by: 'reader_id' },
    { entity: 'mail_events', by: 'reader_id' },
  ],
  actions: [
    revealAddress(({ email }) => email),
    {
      name: 'lift_bounce',
      label: 'Clear bounce',
      confirm:
        'We’ll email this address again. If the reader had confirmed, they’ll get the newsletter, unless they unsubscribed or didn’t answer our last question. Otherwise, they can sign up again. Make sure the mailbox works first: bounces hurt delivery for everyone.',
      input: { reason: longText({ label: 'Reason', create: requiredText(200), help: 'Recorded in the audit log.' }) },
      isAllowed: ({ status }) => status === 'bounced',
      run: async (deps, tx, { row }) => {
        const { email } = row;
        const status = await liftBounce(deps, tx, row);
        // Logged by a job, because the action can't be repeated once the bounce is cleared. The 'confirmed' entry also
        // cancels an earlier unsubscribe or stop in the log, so that is logged again.
        const kinds: OptOut['kind'][] = ['confirmed'];
        if (status === 'unsubscribed' || status === 'sunset') kinds.push(status);
        if (email)
          await deps.queue.send(tx, LOG_OPT_OUT_JOB, {
            key: kinds.map((kind) => optOutKey(deps, { kind, email, at: deps.now() })),
          });
        return LIFTED[status];
      },
    },
    {
      name: 'suppress',
      label: 'Block address',
      confirm:
        'We’ll unsubscribe this reader right away, and the address can never sign up again. You can’t undo this. Use it only for people who asked us never to email them.',
      danger: true,
      input: { reason: longText({ label: 'Reason', create: requiredText(200) }) },
      isAllowed: ({ email }) => email !== null,
      run: async (deps, tx, { row, input }) => {
        const reason = `staff: ${input.reason}`;
        const suppressed = await suppressReader(deps, tx, { id: row.id, email: row.email!, reason });
        // Also logged by a job: a request repeated with its idempotency key gets 409, and doesn't reach `committed`.
        await deps.queue.send(tx, LOG_OPT_OUT_JOB, { key: optOutKey(deps, suppressionOf(suppressed)) });
        return 'The address was blocked.';
      },
      committed: (deps, row) => logOptOut(deps, suppressionOf(row)),
    },
  ],
});
