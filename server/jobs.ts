/** Handlers of all jobs, which are queued in a transaction and run later. */
import { type ResetJob, SEND_RESET_LINK_JOB, sendResetLink } from './accounts/reset-link.ts';
import { type PhotoRemoval, REMOVE_PHOTO_JOB, removePhotos } from './authors/photos.ts';
import { REMOVE_CUSTOMER_JOB, removeCustomer } from './billing/customer-removal.ts';
import { REMOVE_COVER_JOB, removeOldCover } from './books/old-covers.ts';
import { FREEZE_READERS_JOB, SEND_NEWSLETTER_JOB } from './newsletters/freeze.ts';
import { freezeReaders } from './newsletters/freeze-readers.ts';
import { sendNewsletter } from './newsletters/send.ts';
import { deliverTest, SEND_TEST_JOB } from './newsletters/test-email.ts';
import { chargeAutomatically } from './payments/charge.ts';
import { runRefund } from './payments/refund.ts';
import { REFUND_JOB } from './payments/refund-claim.ts';
import { CHARGE_JOB } from './payments/settle.ts';
import type { Deps } from './platform/deps.ts';
import { type OutgoingEmail, registerMailJobs } from './platform/mail.ts';
import { PROCESS_IMPORT_JOB, processImport } from './reader-imports/work.ts';
import { LOG_OPT_OUT_JOB, writeOptOuts } from './readers/opt-out-log.ts';

export function registerJobs(deps: Deps) {
  registerMailJobs(deps);
  // Two workers each fetch one job at a time, without a batch's delay, because someone is waiting for the email.
  deps.queue.handle<ResetJob>(SEND_RESET_LINK_JOB, (job) => sendResetLink(deps, job), { batch: 1, concurrency: 2 });
  deps.queue.handle<{ id: number }>(FREEZE_READERS_JOB, (data) => freezeReaders(deps, data));
  deps.queue.handle<{ id: number }>(SEND_NEWSLETTER_JOB, (data) => sendNewsletter(deps, data));
  deps.queue.handle<OutgoingEmail>(SEND_TEST_JOB, (email) => deliverTest(deps, email));
  deps.queue.handle<{ id: number }>(CHARGE_JOB, (data) => chargeAutomatically(deps, data));
  deps.queue.handle<{ id: number }>(REFUND_JOB, (data) => runRefund(deps, data));
  deps.queue.handle<{ partner_id: number }>(REMOVE_CUSTOMER_JOB, (data) => removeCustomer(deps, data), {
    keepsTrying: true,
  });
  deps.queue.handle<{ book_id: number; cover: string }>(REMOVE_COVER_JOB, (data) => removeOldCover(deps, data));
  deps.queue.handle<PhotoRemoval>(REMOVE_PHOTO_JOB, (data) => removePhotos(deps, data));
  deps.queue.handle<{ id: number }>(PROCESS_IMPORT_JOB, (data) => processImport(deps, data));
  deps.queue.handle<{ key: string | string[] }>(LOG_OPT_OUT_JOB, (data) => writeOptOuts(deps, data));
}
