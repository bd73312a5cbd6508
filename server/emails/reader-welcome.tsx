import { EmailLayout } from './layout.tsx';
import { ActionButton, Bullets, Paragraph, TextLink } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { genreList, listSentences } from './wording.ts';

type Props = EmailProps['reader_welcome'];

export const subject = (_props: Props) => 'Welcome to Deckle! Here’s what you’ll get';

export const headers = ({ list_unsubscribe }: Props) => ({
  'List-Unsubscribe': list_unsubscribe,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

export const Email = ({
  frequency,
  category_names,
  list_words = [],
  deals_url,
  preferences_url,
  unsubscribe_url,
  sender,
  site,
}: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="Your ebook deals are on their way"
    preheader={`Free and discounted ebooks in ${genreList(category_names, 'your ')}, ${frequency === 'weekly' ? 'once a week' : 'at most once a day'}.`}
    reason="You’re receiving this email, once, because you confirmed your address for the newsletter on Deckle."
    unsubscribe_url={unsubscribe_url}
  >
    <Paragraph>Hi,</Paragraph>
    <Paragraph>
      Thanks for confirming your address.{' '}
      {frequency === 'weekly'
        ? `Every Saturday, we’ll send you the week’s best deals in ${genreList(category_names, 'your ')}.`
        : `We’ll email you at most once a day, after 10:00 AM Pacific Time, when there are deals in ${genreList(category_names, 'your ')}.`}{' '}
      Until then, here’s what’s on sale today.
    </Paragraph>
    {list_words.length > 0 && (
      <>
        <Paragraph>And this is on your list:</Paragraph>
        <Bullets items={listSentences(list_words)} />
      </>
    )}
    <ActionButton href={deals_url}>See today’s deals</ActionButton>
    <Paragraph>
      To keep the newsletter out of your spam folder, add {sender} to your contacts. You can change your genres, stores,
      and maximum price, or take a break, on the <TextLink href={preferences_url}>preferences page</TextLink> whenever
      you like.
    </Paragraph>
  </EmailLayout>
);
