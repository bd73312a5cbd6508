import { EmailLayout } from './layout.tsx';
import { ActionButton, FullUrl, Paragraph } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject, listName, listSentence } from './wording.ts';

type Props = EmailProps['reader_list_confirm'];

const VERBS = { author: 'follow', series: 'follow', book: 'save' };

export const subject = ({ list_words }: Props) =>
  fitSubject(listName(list_words), (name) => `Confirm: ${VERBS[list_words.kind]} ${name}`);

export const Email = ({ list_words, confirm_url, site }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="One click to confirm"
    preheader="Nothing changes until you click the button."
    reason="You’re receiving this email because you get Deckle’s newsletter, and this address was entered on one of our pages. If it wasn’t you, ignore this email."
  >
    <Paragraph>Click the button, and {listSentence(list_words)}</Paragraph>
    <ActionButton href={confirm_url}>{list_words.kind === 'book' ? 'Save book' : 'Follow'}</ActionButton>
    <Paragraph>
      Your preferences page shows everything you follow or have saved, each with a button to remove it.
    </Paragraph>
    <FullUrl href={confirm_url} />
  </EmailLayout>
);
