import { EmailLayout } from './layout.tsx';
import { ActionButton, AddressInFull, Paragraph } from './parts.tsx';
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
    title="May we email you?"
    preheader={
      is_reminder
        ? 'We won’t email you again unless you say yes.'
        : 'Unless you say yes, you’ll get one reminder and nothing else.'
    }
    reason={`You’re receiving this email because your address is on a mailing list that was moved to Deckle${list_name ? ` (${oneLine(list_name)})` : ''}.`}
    unsubscribe_url={unsubscribe_url}
  >
    <Paragraph>Hi,</Paragraph>
    <Paragraph>
      Your address came to us with a list of readers, and we can’t tell whether you asked for email. So we’re asking: do
      you want free and discounted ebook deals in {genreList(category_names)}?
    </Paragraph>
    <ActionButton href={confirm_url}>Yes, send me the deals</ActionButton>
    <Paragraph>
      {is_reminder
        ? 'This is our only reminder. If you don’t answer, we’ll delete your address.'
        : 'If you don’t answer, we’ll remind you once, and then delete your address.'}{' '}
      The link works for seven days.
    </Paragraph>
    <AddressInFull href={confirm_url} />
  </EmailLayout>
);
