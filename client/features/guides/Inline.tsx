import { Link } from '#client/app/router.ts';
import { useShell } from '#client/ui/shell.ts';
import type { Text } from './article.ts';
import { type InlinePart, inlineParts } from './inline.ts';

/** A text with its links and stresses. */
export const Inline = ({ text }: { text: Text }) =>
  inlineParts(text).map((part, position) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
    <Part key={position} part={part} />
  ));

function Part({ part }: { part: InlinePart }) {
  const { support_email } = useShell();
  switch (part.kind) {
    case 'strong':
      return <strong>{part.text}</strong>;
    case 'emphasis':
      return <em>{part.text}</em>;
    case 'email':
      return <a href={`mailto:${support_email}`}>{support_email}</a>;
    case 'link':
      return <Link to={part.to}>{part.text}</Link>;
    default:
      return part.text;
  }
}
