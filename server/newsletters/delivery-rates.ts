/** Bounce and complaint rates at which continuing would harm later newsletters. Pure. */
export type Rates = { accepted: number; bounced: number; complaints: number };

const BOUNCE_SHARE = 0.02;
const BOUNCE_SAMPLE = 200;
const COMPLAINT_SHARE = 0.001;
/** With fewer emails, one person's mistake would exceed a thousandth. */
const COMPLAINT_SAMPLE = 1_000;

/** The reason to pause, or null. */
export function rateProblem({ accepted, bounced, complaints }: Rates): string | null {
  const tried = accepted + bounced;
  if (tried >= BOUNCE_SAMPLE && bounced / tried > BOUNCE_SHARE) {
    return `More than 2% of the emails bounced (${bounced} of ${tried}).`;
  }
  if (accepted >= COMPLAINT_SAMPLE && complaints / accepted > COMPLAINT_SHARE) {
    return `More than 0.1% of readers complained (${complaints} of ${accepted}).`;
  }
  return null;
}
