/** Newsletter to readers, with deals in the genres they chose. */
import type { ReactNode } from 'react';
import { Heading, Link } from 'react-email';
import { colors, fonts } from './email-style.ts';
import { EmailFrame, footerLink, HeaderLine } from './layout.tsx';
import { NewsletterEntry } from './newsletter-entry.tsx';
import { type HeadingLink, headingReason, headline, webLabel } from './newsletter-text.ts';
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
  <EmailFrame
    title={props.subject}
    preheader={props.preheader}
    site_url={props.site_url}
    belowWordmark={
      <>
        <HeaderLine>{headline(props)}</HeaderLine>
        <FooterLine>
          <Link href={props.web_url} className="dk-muted" style={footerLink}>
            {webLabel(props)}
          </Link>
        </FooterLine>
        <Honeypot url={props.hidden_top_url} />
      </>
    }
    footer={<NewsletterFooter {...props} />}
  >
    {children}
  </EmailFrame>
);

export type FrameProps = Omit<NewsletterProps, 'sections'>;
type Section = NewsletterProps['sections'][number];

const CategorySection = ({ deals, ...heading }: Section & { isFirst: boolean }) => (
  <>
    <CategoryHeading {...heading} />
    {deals.map((deal) => (
      <NewsletterEntry key={deal.promotion_id} deal={deal} />
    ))}
  </>
);

type HeadingProps = { category_name: string; isFirst: boolean } & HeadingLink;

/**
 * Heading of a category or of the reader's list, with the reason for its deals and a link to turn off the category or
 * change the list.
 */
export const CategoryHeading = ({ category_name, isFirst, ...link }: HeadingProps) => (
  <>
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
    <div className="dk-muted" style={{ font: fonts.small, color: colors.muted }}>
      {headingReason(link)}{' '}
      <a href={'list_url' in link ? link.list_url : link.off_url} className="dk-muted" style={{ color: colors.muted }}>
        {'list_url' in link ? 'Change your list' : `Turn off ${category_name}`}
      </a>
    </div>
  </>
);

export const PRICE_NOTE = 'Prices can change at any time. Please check the price before you buy.';

const NewsletterFooter = ({
  reason,
  preferences_url,
  unsubscribe_url,
  hidden_bottom_url,
  postal_address,
}: FrameProps) => (
  <>
    <FooterLine>{PRICE_NOTE}</FooterLine>
    <FooterLine>{reason}</FooterLine>
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
    <Honeypot url={hidden_bottom_url} />
  </>
);

/**
 * Link that only link scanners follow, because people can't see, focus, or hear it. A visit excludes clicks of the same
 * reader from the invoice (`hiddenLinkRule` in clicks/classify.ts).
 */
const Honeypot = ({ url }: { url: string }) => (
  <div aria-hidden="true" style={{ display: 'none', maxHeight: 0, overflow: 'hidden', msoHide: 'all' } as object}>
    <a href={url} tabIndex={-1} rel="nofollow">
      {'\u00a0'}
    </a>
  </div>
);
