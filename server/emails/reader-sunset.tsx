import { formatDate } from '#shared/long-dates.ts';
import { EmailLayout } from './layout.tsx';
import { ActionButton, FullUrl, Paragraph } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { genreList } from './wording.ts';

type Props = EmailProps['reader_sunset'];

export const subject = (_props: Props) => 'Still want these ebook deals?';

export const headers = ({ list_unsubscribe }: Props) => ({
  'List-Unsubscribe': list_unsubscribe,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

export const Email = ({ category_names, answer_by, keep_url, unsubscribe_url, site }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="Still want these?"
    preheader={`If you don’t answer by ${formatDate(answer_by)}, we’ll stop the newsletter.`}
    reason="You’re receiving this email because you get the newsletter on Deckle. We ask this at most once a year."
    unsubscribe_url={unsubscribe_url}
  >
    <Paragraph>Hi,</Paragraph>
    <Paragraph>
      You haven’t clicked a deal in our newsletter for about six months. We don’t track who opens it, so we have to ask:
      do you still want free and discounted ebook deals in {genreList(category_names, 'your ')}?
    </Paragraph>
    <ActionButton href={keep_url}>Keep the newsletter</ActionButton>
    <Paragraph>
      If you don’t answer by {formatDate(answer_by)}, we’ll stop the newsletter. We’ll keep your preferences, and the
      same button will restart it whenever you like.
    </Paragraph>
    <Paragraph>Too many emails? Click the button to switch to one email a week or take a break.</Paragraph>
    <FullUrl href={keep_url} />
  </EmailLayout>
);
