import { EmailLayout } from './layout.tsx';
import { Paragraph, Quote, TextLink } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';
import { fitSubject, oneLine } from './wording.ts';

type Props = EmailProps['contact_message'];

export const subject = ({ name, subject: about }: Props) =>
  fitSubject(about ?? `from ${name}`, (text) => `Contact form: ${text}`);

/** Strips characters that could end the header. None of them can be part of an address. */
export const headers = ({ email }: Props) => ({ 'Reply-To': email.replace(/[^\x21-\x7e]/g, '') });

export const Email = ({ site, name, email, subject: about, message, contact_url }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title={about ? oneLine(about) : 'A message from the contact page'}
    preheader={`${oneLine(name)} wrote to you from the contact page.`}
    reason="You’re receiving this email because the contact page sends messages to this address."
  >
    <Paragraph>
      {oneLine(name)} ({email}) wrote:
    </Paragraph>
    <Quote>{message}</Quote>
    <Paragraph>
      Your reply to this email goes to the sender, whose address hasn’t been verified. The form is at{' '}
      <TextLink href={contact_url}>{contact_url}</TextLink>
    </Paragraph>
  </EmailLayout>
);
