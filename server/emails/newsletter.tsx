/** The daily email to readers: deals in the genres they chose. */
import type { ReactNode } from 'react';
import { Heading, Link } from 'react-email';
import { formatDate } from '#shared/long-dates.ts';
import { footerLink, HeaderLine, MailFrame } from './layout.tsx';
import { colors, fonts } from './mail-style.ts';
import { NewsletterEntry } from './newsletter-entry.tsx';
import { FooterLine } from './parts.tsx';
import type { NewsletterProps } from './templates.ts';

export const Newsletter = (props: NewsletterProps) => (
  <NewsletterFrame {...props}>
    {props.sections.map((section, index) => (
      <CategorySection key={section.category_name} {...section} isFirst={index === 0} />
    ))}
  </NewsletterFrame>
);

/** The email without its deals. */
export const NewsletterFrame = ({ children, ...props }: FrameProps & { children: ReactNode }) => (
  <MailFrame
    title={props.subject}
    preheader={props.preheader}
    site_url={props.site_url}
    under={
      <>
        <HeaderLine>Ebook deals for {formatDate(props.newsletter_date)}</HeaderLine>
        <Honeypot url={props.hidden_top_url} />
      </>
    }
    footer={<NewsletterFooter {...props} />}
  >
    {children}
  </MailFrame>
);

export type FrameProps = Omit<NewsletterProps, 'sections'>;
type Section = NewsletterProps['sections'][number];

const CategorySection = ({ category_name, deals, isFirst }: Section & { isFirst: boolean }) => (
  <>
    <CategoryHeading category_name={category_name} isFirst={isFirst} />
    {deals.map((deal) => (
      <NewsletterEntry key={deal.promotion_id} deal={deal} />
    ))}
  </>
);

export const CategoryHeading = ({ category_name, isFirst }: { category_name: string; isFirst: boolean }) => (
  <Heading
    as="h2"
    className="dk-ink dk-line"
    style={{
      margin: isFirst ? '0 0 6px' : '26px 0 6px',
      paddingBottom: 6,
      borderBottom: `2px solid ${colors.line}`,
      font: fonts.section,
      color: colors.ink,
    }}
  >
    {category_name}
  </Heading>
);

export const PRICE_NOTE =
  'Authors set these prices for today. Stores can change them, so check the price before you buy.';

const NewsletterFooter = ({ because, preferences_url, unsubscribe_url, honeypot_url, postal_address }: FrameProps) => (
  <>
    <FooterLine>{PRICE_NOTE}</FooterLine>
    <FooterLine>{because}</FooterLine>
    <FooterLine>
      <Link href={preferences_url} className="dk-muted" style={footerLink}>
        Change or pause your emails
      </Link>
      {' · '}
      <Link href={unsubscribe_url} className="dk-muted" style={footerLink}>
        Unsubscribe
      </Link>
    </FooterLine>
    <FooterLine>{postal_address}</FooterLine>
    <Honeypot url={honeypot_url} />
  </>
);

/** A link that only link scanners follow: people can't see, focus, or hear it. Clicks that follow it aren't billed. */
const Honeypot = ({ url }: { url: string }) => (
  <div aria-hidden="true" style={{ display: 'none', maxHeight: 0, overflow: 'hidden', msoHide: 'all' } as object}>
    <a href={url} tabIndex={-1} rel="nofollow">
      {'\u00a0'}
    </a>
  </div>
);
