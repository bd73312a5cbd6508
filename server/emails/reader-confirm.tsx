import { MailLayout } from './layout.tsx';
import { ActionButton, AddressInFull, Paragraph } from './parts.tsx';
import type { MailProps, Site } from './templates.ts';
import { listOf } from './wording.ts';

type Props = MailProps['reader_confirm'];

export const subject = (_props: Props) => 'One click, then your ebook deals can come';

export const Mail = ({ confirm_url, category_names, site }: Props & { site: Site }) => (
  <MailLayout
    site={site}
    title="Is this your address?"
    preheader="Confirm it within seven days. Until then we send you nothing else."
    because="This address was entered in the newsletter form on Deckle. If that was not you, do nothing and we will not write again."
  >
    <Paragraph>Welcome to Deckle!</Paragraph>
    <Paragraph>
      You asked for free and discounted ebooks in {listOf(category_names)}. Please confirm that this address is yours,
      and the next newsletter with deals in your genres is for you as well.
    </Paragraph>
    <ActionButton href={confirm_url}>Yes, send me the deals</ActionButton>
    <Paragraph>
      The link works for seven days. Every newsletter has links to change your genres, to pause, and to leave.
    </Paragraph>
    <AddressInFull href={confirm_url} />
  </MailLayout>
);
