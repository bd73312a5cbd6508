import { formatInstant } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { MailLayout } from './layout.tsx';
import { ActionButton, Paragraph, TextLink } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';
import { oneLine } from './wording.ts';

type Props = MailProps['promotions_undecided'];

const countText = (count: number) => (count === 1 ? '1 undecided promotion' : `${count} undecided promotions`);

export const subject = ({ hours, promotions }: Props) =>
  `${countText(promotions.length)}: newsletter closes within ${hours} hours`;

export const Mail = ({ site, date, closes_at, promotions, queue_url }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title="Undecided promotions"
    preheader={`The newsletter of ${formatDate(date)} closes on ${formatInstant(closes_at)}.`}
    because="You’re receiving this email because this address is the support address of this installation."
  >
    <Paragraph>
      The newsletter of {formatDate(date)} closes on {formatInstant(closes_at)}, and nobody has reviewed{' '}
      {promotions.length === 1 ? 'this promotion' : 'these promotions'}:
    </Paragraph>
    {promotions.map(({ title, partner_name, url }) => (
      <Paragraph key={url}>
        {oneLine(partner_name)}: <TextLink href={url}>{oneLine(title)}</TextLink>
      </Paragraph>
    ))}
    <Paragraph>If there’s no decision by then, we’ll apologize to their partners and ask for another date.</Paragraph>
    <ActionButton href={queue_url}>Open the review queue</ActionButton>
  </MailLayout>
);
