import { formatCents } from '#shared/money.ts';
import { EmailLayout } from './layout.tsx';
import { ActionButton, Bullets, Paragraph } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';

type Props = EmailProps['ledger_differs'];

const countOf = ({ differences: { length } }: Props) => (length === 1 ? 'one transaction' : `${length} transactions`);

export const subject = (props: Props) => `The ledger and Stripe disagree about ${countOf(props)}`;

export const Email = ({ site, ...props }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="The ledger and Stripe disagree"
    preheader={`Last night, ${countOf(props)} had different amounts in our ledger and at Stripe.`}
    reason="You’re receiving this email because it’s sent to this Deckle site’s support address."
  >
    <Paragraph>
      Every night, we compare our ledger with Stripe’s charges and refunds. These differences are new:
    </Paragraph>
    <Bullets items={linesOf(props)} />
    <Paragraph>
      These aren’t corrected automatically. Compare both sides, and refund any wrong charge in Stripe’s dashboard. If a
      difference disappears, we’ll close it the next night.
    </Paragraph>
    <ActionButton href={props.panel_url}>View differences</ActionButton>
  </EmailLayout>
);

/** Maximum number of differences in an email. The admin panel lists all of them. */
const MAX_LINES = 50;

const linesOf = ({ differences }: Props) => [
  ...differences.slice(0, MAX_LINES).map(lineOf),
  ...(differences.length > MAX_LINES ? [`and ${differences.length - MAX_LINES} more`] : []),
];

const lineOf = ({ stripe_id, ledger_cents, stripe_cents }: Props['differences'][number]) =>
  `${stripe_id}: ${amount(ledger_cents)} in the ledger, ${amount(stripe_cents)} at Stripe`;

const amount = (cents: number | null) =>
  cents === null ? 'nothing' : cents < 0 ? `−${formatCents(-cents)}` : formatCents(cents);
