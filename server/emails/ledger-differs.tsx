import { formatCents } from '#shared/money.ts';
import { MailLayout } from './layout.tsx';
import { ActionButton, Bullets, Paragraph } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';

type Props = MailProps['ledger_differs'];

const countOf = ({ differences: { length } }: Props) => (length === 1 ? 'one movement' : `${length} movements`);

export const subject = (props: Props) => `The ledger and Stripe disagree about ${countOf(props)}`;

export const Mail = ({ site, ...props }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title="The ledger and Stripe disagree"
    preheader={`Tonight’s comparison found ${countOf(props)} with different amounts on the two sides.`}
    because="You’re receiving this email because this address is the support address of this installation."
  >
    <Paragraph>
      Every night we compare our ledger with Stripe’s balance transactions. These differ for the first time:
    </Paragraph>
    <Bullets items={linesOf(props)} />
    <Paragraph>
      Nothing is corrected automatically. Compare both sides, and refund any wrong charge in Stripe’s dashboard. A
      difference that disappears is closed automatically the next night.
    </Paragraph>
    <ActionButton href={props.panel_url}>View differences</ActionButton>
  </MailLayout>
);

/** The admin panel lists all of them. */
const MOST_LINES = 50;

const linesOf = ({ differences }: Props) => [
  ...differences.slice(0, MOST_LINES).map(lineOf),
  ...(differences.length > MOST_LINES ? [`and ${differences.length - MOST_LINES} more`] : []),
];

const lineOf = ({ stripe_id, ledger_cents, stripe_cents }: Props['differences'][number]) =>
  `${stripe_id}: ${amount(ledger_cents)} in the ledger, ${amount(stripe_cents)} at Stripe`;

const amount = (cents: number | null) =>
  cents === null ? 'nothing' : cents < 0 ? `−${formatCents(-cents)}` : formatCents(cents);
