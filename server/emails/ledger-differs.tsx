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
    preheader={`Tonight’s comparison found ${countOf(props)} on which the two sides do not say the same.`}
    because="You get this mail because this address is the support address of this installation."
  >
    <Paragraph>
      Every night our ledger is held against what Stripe says it moved. These were found to differ for the first time:
    </Paragraph>
    <Bullets items={linesOf(props)} />
    <Paragraph>
      Nothing is repaired by itself. Compare both sides; what was taken wrongly can be refunded in Stripe’s dashboard,
      and a difference that goes away closes itself the night after.
    </Paragraph>
    <ActionButton href={props.panel_url}>Open the differences</ActionButton>
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
