import { MAX_PROMO_COST_CENTS } from '#shared/business.ts';
import { formatCents } from '#shared/money.ts';
import { EmailLayout } from './layout.tsx';
import { ActionButton, Bullets, Paragraph, TextLink } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';

type Props = EmailProps['partner_welcome'];

export const subject = (_props: Props) => 'Welcome to Deckle! How to book your first promotion';

export const Email = ({ partner_name, book_new_url, requirements_url, billing_url, site }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="Your address is verified"
    preheader="Add your ebook, choose a date, and add a card. You’ll pay only after the newsletter goes out."
    reason="You’re receiving this email, once, because you verified this address for your partner account on Deckle."
  >
    <Paragraph>Hi {partner_name},</Paragraph>
    <Paragraph>Your address is verified, so our editors can approve your promotions. Here’s how to book one:</Paragraph>
    <Bullets items={STEPS} />
    <ActionButton href={book_new_url}>Add your ebook</ActionButton>
    <Paragraph>
      Before you book, see the <TextLink href={requirements_url}>promotion requirements</TextLink> for what we accept.
      The <TextLink href={billing_url}>billing page</TextLink> is where you add a card.
    </Paragraph>
  </EmailLayout>
);

const STEPS = [
  'Add your ebook, with its cover, description, and a link to at least one store.',
  'Choose a category, a deal price, and a date that has an open slot.',
  `Add a card; a booking needs one. We’ll charge it after the newsletter goes out, for billable clicks and any add-ons, and never more than ${formatCents(MAX_PROMO_COST_CENTS)} per promotion.`,
  'An editor reviews your promotion. We’ll email you if it’s approved, if it’s declined and why, or if we have a question.',
];
