import { Frequency, type Reader, ReaderStatus } from '#prisma';
import { liftBounce } from '#server/readers/bounces.ts';
import { logOptOut } from '#server/readers/opt-out-log.ts';
import { suppressReader } from '#server/readers/suppression.ts';
import { requiredText } from '#shared/params.ts';
import { entity } from '../entity.ts';
import { cents, choice, date, email, flag, id, instant, list, longText, number, text } from '../fields.ts';
import { revealAddress } from '../reveal.ts';

/** Leaves out the uuid, which gives access to the reader's preferences. */
export const readers = entity<Reader>({
  name: 'readers',
  singular: 'reader',
  group: 'People',
  about: 'Who gets the newsletter. The beginning of an address is shown; looking at all of it is recorded.',
  model: 'reader',
  table: 'readers',
  title: ({ id }) => `Reader ${id}`,
  fields: {
    id: id(),
    email: email({ list: true, search: true, masked: true }),
    status: choice(ReaderStatus, { list: true, sort: true }),
    frequency: choice(Frequency, { list: true }),
    stores: list(),
    country: text({ filter: true }),
    free_only: flag({ filter: true }),
    max_price_cents: cents(),
    adult_ok: flag({ filter: true }),
    confirm_sent_at: instant(),
    confirmed_at: instant({ list: true, sort: true, filter: 'present' }),
    paused_until: date(),
    soft_bounces: number(),
    last_bounce_at: instant({ filter: 'present' }),
    bounce_lifted_at: instant(),
    unsubscribed_at: instant(),
    unsubscribe_reason: text(),
    created_at: instant({ list: true, sort: true, filter: true }),
  },
  linked: [
    { entity: 'deliveries', by: 'reader_id' },
    { entity: 'click_logs', by: 'reader_id' },
    { entity: 'mail_events', by: 'reader_id' },
  ],
  actions: [
    revealAddress(({ email }) => email),
    {
      name: 'lift_bounce',
      label: 'Lift the bounce',
      confirm:
        'The address receives email again: the newsletter if the reader had confirmed, otherwise a link when they sign up again. Make sure that the mailbox works; further bounces hurt delivery to everybody else.',
      input: { reason: longText({ label: 'Reason', create: requiredText(200), help: 'Stays in the audit log.' }) },
      allowed: ({ status }) => status === 'bounced',
      run: async (deps, tx, { row }) => {
        await liftBounce(deps, tx, row);
        return row.confirmed_at ? 'The reader gets the newsletter again.' : 'The address can be confirmed again.';
      },
      committed: async (deps, row) => {
        if (row.email) await logOptOut(deps, { kind: 'confirmed', email: row.email, at: deps.now() });
      },
    },
    {
      name: 'suppress',
      label: 'Never write again',
      confirm:
        'The reader is unsubscribed at once and the address can never sign up again. Nobody here can undo this; writing to people who asked not to be written to is against the law.',
      danger: true,
      input: { reason: longText({ label: 'Reason', create: requiredText(200) }) },
      allowed: ({ email }) => email !== null,
      run: async (deps, tx, { row, input }) => {
        await suppressReader(deps, tx, { id: row.id, email: row.email!, reason: `staff: ${input.reason}` });
        return 'Nothing is sent to this address any more.';
      },
      committed: (deps, row) => logOptOut(deps, { kind: 'suppressed', email: row.email!, at: deps.now() }),
    },
  ],
});
