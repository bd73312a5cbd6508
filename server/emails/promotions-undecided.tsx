import { formatInstant } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { EmailLayout } from './layout.tsx';
import { ActionButton, Paragraph, TextLink } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { oneLine } from './wording.ts';

type Props = EmailProps['promotions_undecided'];

const countText = (count: number) => (count === 1 ? '1 undecided promotion' : `${count} undecided promotions`);

export const subject = ({ hours, promotions }: Props) =>
  `${countText(promotions.length)}: newsletter closes within ${hours} hours`;

export const Email = ({ site, date, closes_at, promotions, queue_url }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="Undecided promotions"
    preheader={`The newsletter for ${formatDate(date)} closes on ${formatInstant(closes_at)}.`}
    reason="You’re receiving this email because it’s sent to this Deckle site’s support address."
  >
    <Paragraph>
      The newsletter for {formatDate(date)} closes on {formatInstant(closes_at)}, and we haven’t decided about{' '}
      {promotions.length === 1 ? 'this promotion' : 'these promotions'}:
    </Paragraph>
    {promotions.map(({ title, url }) => (
      <Paragraph key={url}>
        <TextLink href={url}>{oneLine(title)}</TextLink>
      </Paragraph>
    ))}
    <Paragraph>
      If there’s no decision by then, Deckle will email the partners an apology and ask them to pick another date.
    </Paragraph>
    <ActionButton href={queue_url}>Open the review queue</ActionButton>
  </EmailLayout>
);
