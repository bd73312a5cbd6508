import { EmailLayout } from './layout.tsx';
import { ActionButton, Bullets, FullUrl, Paragraph } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject, genreList, listName, listSentences } from './wording.ts';

type Props = EmailProps['reader_confirm'];

/** With a list, the subject names its newest entry, so that each of several emails says why it was sent. */
export function subject({ list_words = [] }: Props) {
  const newest = list_words.at(-1);
  if (!newest) return 'Confirm your email address to start getting ebook deals';
  return fitSubject(listName(newest), (name) =>
    newest.kind === 'book'
      ? `Confirm your email address to hear about ${name}`
      : `Confirm your email address to follow ${name}`,
  );
}

export const Email = ({ confirm_url, category_names, list_words = [], site }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="One more step"
    preheader="Confirm your address within seven days. Until then, we won’t send you anything else."
    reason="You’re receiving this email because this address was entered in the newsletter form on Deckle. If you didn’t sign up, ignore this email and you won’t hear from us again."
  >
    <Paragraph>Welcome to Deckle!</Paragraph>
    {list_words.length > 0 ? (
      <>
        <Paragraph>Please confirm that this address is yours, and we’ll start with what you asked for:</Paragraph>
        <Bullets items={listSentences(list_words)} />
        <Paragraph>
          You’ll also get free and discounted ebook deals in {genreList(category_names)}, at most one email a day.
        </Paragraph>
      </>
    ) : (
      <Paragraph>
        You asked for free and discounted ebook deals in {genreList(category_names)}. Please confirm that this address
        is yours, and we’ll send you the next newsletter with deals in your genres.
      </Paragraph>
    )}
    <ActionButton href={confirm_url}>
      {list_words.length > 0 ? 'Confirm my address' : 'Yes, send me the deals'}
    </ActionButton>
    <Paragraph>
      The link works for seven days. Every newsletter has links to change your genres, pause, or unsubscribe.
    </Paragraph>
    <FullUrl href={confirm_url} />
  </EmailLayout>
);
