import { MailLayout } from './layout.tsx';
import { ActionButton, AddressInFull, Paragraph } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';
import { listOf } from './wording.ts';

type Props = MailProps['reader_confirm'];

export const subject = (_props: Props) => 'Confirm your email address to get ebook deals';

export const Mail = ({ confirm_url, category_names, site }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title="Is this your address?"
    preheader="Confirm it within seven days. Until then, we won’t send you anything else."
    because="You’re receiving this email because this address was entered in the newsletter form on Deckle. If that wasn’t you, ignore this email and we won’t write again."
  >
    <Paragraph>Welcome to Deckle!</Paragraph>
    <Paragraph>
      You asked for free and discounted ebooks in {listOf(category_names)}. Please confirm that this address is yours,
      and we’ll send you the next newsletter with deals in your genres.
    </Paragraph>
    <ActionButton href={confirm_url}>Yes, send me the deals</ActionButton>
    <Paragraph>
      The link works for seven days. Every newsletter has links to change your genres, pause, or unsubscribe.
    </Paragraph>
    <AddressInFull href={confirm_url} />
  </MailLayout>
);
