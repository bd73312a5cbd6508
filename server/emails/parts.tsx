/** Building blocks of emails, roughly in order of appearance. */
import type { ReactNode } from 'react';
import { Button, Heading, Link, Section, Text } from 'react-email';
import { formatDate } from '#shared/long-dates.ts';
import { colors, fonts } from './email-style.ts';
import type { PromotionFacts } from './templates.ts';
import { oneLine } from './wording.ts';

type Children = { children: ReactNode };

export const Title = ({ children }: Children) => (
  <Heading className="dk-ink" style={{ margin: '0 0 20px', font: fonts.title, color: colors.ink }}>
    {children}
  </Heading>
);

export const Paragraph = ({ children }: Children) => (
  <Text className="dk-ink" style={{ margin: '0 0 16px', font: fonts.text, color: colors.ink }}>
    {children}
  </Text>
);

/** Quoted text, such as a person's message or a reason, with its line breaks. */
export const Quote = ({ children }: { children: string }) => (
  <Text
    className="dk-ink dk-line"
    style={{
      margin: '0 0 20px',
      padding: '2px 0 2px 16px',
      borderLeft: `3px solid ${colors.line}`,
      font: fonts.text,
      color: colors.ink,
    }}
  >
    <Lines>{children}</Lines>
  </Text>
);

/** Text with its line breaks. */
export const Lines = ({ children }: { children: string }) =>
  children.split(/\r?\n/).map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity, and the list never changes
    <span key={index}>
      {index > 0 && <br />}
      {line}
    </span>
  ));

export const Bullets = ({ items }: { items: readonly string[] }) => (
  <ul className="dk-ink" style={{ margin: '0 0 20px', paddingLeft: 22, font: fonts.text, color: colors.ink }}>
    {items.map((item) => (
      <li key={item} style={{ marginBottom: 6 }}>
        {item}
      </li>
    ))}
  </ul>
);

type Fact = readonly [label: string, value: string];
type NamedFacts = Pick<PromotionFacts, 'book_title' | 'category_name' | 'date'>;

/** The promotion's facts in two columns. The facts in `more` follow the shared ones. */
export const Facts = ({ book_title, category_name, date, more = [] }: NamedFacts & { more?: readonly Fact[] }) => (
  <table
    role="presentation"
    data-text-format="dataTable"
    width="100%"
    cellPadding="0"
    cellSpacing="0"
    border={0}
    style={{ margin: '4px 0 24px' }}
  >
    <tbody>
      {factRows({ book_title, category_name, date, more }).map(([label, value]) => (
        <tr key={label}>
          <td className="dk-muted dk-line" width="130" style={{ ...factCell, paddingRight: 12, color: colors.muted }}>
            {label}
          </td>
          <td className="dk-ink dk-line" style={{ ...factCell, color: colors.ink }}>
            {value}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const factRows = ({ book_title, category_name, date, more }: NamedFacts & { more: readonly Fact[] }): Fact[] => [
  ['Book', oneLine(book_title)],
  ['Category', category_name],
  ['Newsletter', formatDate(date)],
  ...more,
];

const factCell = {
  padding: '9px 0',
  borderTop: `1px solid ${colors.line}`,
  font: fonts.entry,
  verticalAlign: 'top',
} as const;

export const ActionButton = ({ href, children }: Children & { href: string }) => (
  <Section style={{ padding: '4px 0 20px' }}>
    <Button
      href={href}
      className="dk-button"
      style={{
        padding: '13px 24px',
        borderRadius: 6,
        backgroundColor: colors.accent,
        color: colors.onAccent,
        font: fonts.strong,
      }}
    >
      {children}
    </Button>
  </Section>
);

/** The button's URL as text, for clients that show no buttons. Omitted in the text part, which already has it. */
export const FullUrl = ({ href }: { href: string }) => (
  <Text
    data-skip-in-text="true"
    className="dk-muted"
    style={{ margin: '0 0 16px', font: fonts.small, color: colors.muted }}
  >
    If the button doesn’t work, copy this address into your browser:
    <br />
    <TextLink href={href}>{href}</TextLink>
  </Text>
);

export const TextLink = ({ href, children }: Children & { href: string }) => (
  <Link href={href} className="dk-link" style={{ color: colors.accent, textDecoration: 'underline' }}>
    {children}
  </Link>
);

export const FooterLine = ({ children }: Children) => (
  <Text className="dk-muted" style={{ margin: '0 0 6px', font: fonts.small, color: colors.muted }}>
    {children}
  </Text>
);
