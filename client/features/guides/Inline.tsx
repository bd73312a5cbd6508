import { Link } from '#client/app/router.ts';
import { useShell } from '#client/ui/shell.ts';
import type { Text } from './article.ts';

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

type InlinePart =
  | { kind: 'text' | 'strong' | 'emphasis'; text: string }
  | { kind: 'link'; text: string; to: string }
  | { kind: 'email' };

const MARK = /\[([^\]]+)\]\(([^)]+)\)|\*\*([^*]+)\*\*|\*([^*]+)\*|\{email\}/g;

/** 'See **all** [prices](/pricing)' → text, strong, text, link. */
export function inlineParts(text: Text): InlinePart[] {
  const parts: InlinePart[] = [];
  let end = 0;
  for (const match of text.matchAll(MARK)) {
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    parts.push(partOf(match));
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

function partOf([, label, to, strong, emphasis]: RegExpExecArray): InlinePart {
  if (label && to) return { kind: 'link', text: label, to };
  if (strong) return { kind: 'strong', text: strong };
  return emphasis ? { kind: 'emphasis', text: emphasis } : { kind: 'email' };
}
