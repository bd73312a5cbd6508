import { Link } from '#client/router.ts';
import { useRouteTable } from '#client/ui/RouteTable.ts';
import { useShell } from '#client/ui/shell.ts';
import type { Text } from './article.ts';
import { type InlinePart, inlineParts } from './inline.ts';

/** A text with its links and stresses. A link to a page that is not there is shown as its words. */
export const Inline = ({ text }: { text: Text }) =>
  inlineParts(text).map((part, position) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
    <Part key={position} part={part} />
  ));

function Part({ part }: { part: InlinePart }) {
  const { hasPage } = useRouteTable();
  const { support_email } = useShell();
  switch (part.kind) {
    case 'strong':
      return <strong>{part.text}</strong>;
    case 'emphasis':
      return <em>{part.text}</em>;
    case 'email':
      return <a href={`mailto:${support_email}`}>{support_email}</a>;
    case 'link':
      return hasPage(pathOf(part.to)) ? <Link to={part.to}>{part.text}</Link> : part.text;
    default:
      return part.text;
  }
}

/** '/pricing#free' → '/pricing'; a bare '#free' is on this page. */
const pathOf = (to: string) => to.split('#')[0] || '/';
