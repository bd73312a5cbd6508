import { EmailLayout } from './layout.tsx';
import { ActionButton, FullUrl, Paragraph } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { genreList, oneLine } from './wording.ts';

type Props = EmailProps['reader_permission'];

export const subject = ({ is_reminder }: Props) =>
  is_reminder ? 'Last reminder: do you want ebook deals from us?' : 'Do you want ebook deals from us?';

export const headers = ({ list_unsubscribe }: Props) => ({
  'List-Unsubscribe': list_unsubscribe,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

export const Email = ({
  confirm_url,
  unsubscribe_url,
  category_names,
  list_name,
  is_reminder,
  site,
}: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="Do you want our ebook deals?"
    preheader={
      is_reminder
        ? 'We won’t email you again unless you say yes.'
        : 'Unless you say yes, you’ll get one reminder and nothing else.'
    }
    reason={`You’re receiving this email because your address is on a mailing list that moved to Deckle${list_name ? ` (${oneLine(list_name)})` : ''}.`}
    unsubscribe_url={unsubscribe_url}
  >
    <Paragraph>Hi,</Paragraph>
    <Paragraph>
      We’re Deckle, a newsletter with deals on ebooks. Your address is on a mailing list that moved to us
      {list_name ? `: ${oneLine(list_name)}` : ''}. We can’t tell whether you still want email, so we’re asking first:
      would you like free and discounted ebooks in {genreList(category_names)}?
    </Paragraph>
    <ActionButton href={confirm_url}>Yes, send me the deals</ActionButton>
    <Paragraph>
      {is_reminder
        ? 'If you do nothing, this is our last email, and we’ll delete your address in 30 days.'
        : 'If you do nothing, you’ll get one reminder in a week and then no more email, and we’ll delete your address.'}{' '}
      The button works for seven days.
    </Paragraph>
    <FullUrl href={confirm_url} />
  </EmailLayout>
);
