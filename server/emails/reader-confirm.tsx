import { EmailLayout } from './layout.tsx';
import { ActionButton, AddressInFull, Paragraph } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { genreList, listSentence } from './wording.ts';

type Props = EmailProps['reader_confirm'];

export const subject = (_props: Props) => 'Confirm your email address to start getting ebook deals';

export const Email = ({ confirm_url, category_names, list_words, site }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="One more step"
    preheader="Confirm your address within seven days. Until then, we won’t send you anything else."
    reason="You’re receiving this email because this address was entered in the newsletter form on Deckle. If you didn’t sign up, ignore this email and you won’t hear from us again."
  >
    <Paragraph>Welcome to Deckle!</Paragraph>
    <Paragraph>
      You asked for free and discounted ebook deals in {genreList(category_names)}. Please confirm that this address is
      yours, and we’ll send you the next newsletter with deals in your genres.
    </Paragraph>
    {list_words && <Paragraph>With the same click, {listSentence(list_words)}</Paragraph>}
    <ActionButton href={confirm_url}>Yes, send me the deals</ActionButton>
    <Paragraph>
      The link works for seven days. Every newsletter has links to change your genres, pause, or unsubscribe.
    </Paragraph>
    <AddressInFull href={confirm_url} />
  </EmailLayout>
);
