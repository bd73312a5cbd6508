/** Bounce and complaint rates at which continuing would harm later newsletters. Pure. */

type DeliveryCounts = { accepted: number; bounced: number; complaints: number };

/** So many refusals and no delivery say more about the relay than about the addresses. */
const MAX_REFUSED = 20;
const MAX_BOUNCE_RATE = 0.02;
const MIN_EMAILS_FOR_BOUNCE_RATE = 200;
const MAX_COMPLAINT_RATE = 0.001;
/** With fewer emails, one person's mistake would exceed a thousandth. */
const MIN_EMAILS_FOR_COMPLAINT_RATE = 1_000;

/**
 * The reason to pause if the relay refuses everything, or null. Takes the sender's own counts, which are current.
 * Emails that were only deferred, even repeatedly, don't count as refused.
 */
export const refusalProblem = ({ accepted, refused }: { accepted: number; refused: number }): string | null =>
  !accepted && refused >= MAX_REFUSED ? `The mail server refused ${refused} emails and accepted none.` : null;

/** The reason to pause, or null. */
export function rateProblem({ accepted, bounced, complaints }: DeliveryCounts): string | null {
  const attempted = accepted + bounced;
  if (attempted >= MIN_EMAILS_FOR_BOUNCE_RATE && bounced / attempted > MAX_BOUNCE_RATE) {
    return `More than 2% of the emails bounced (${bounced} of ${attempted}).`;
  }
  if (accepted >= MIN_EMAILS_FOR_COMPLAINT_RATE && complaints / accepted > MAX_COMPLAINT_RATE) {
    return `More than 0.1% of readers complained (${complaints} of ${accepted}).`;
  }
  return null;
}
