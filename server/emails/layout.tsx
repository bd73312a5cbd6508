/** Layout of every email: wordmark, card, and footer, built of tables at most 600 px wide. */
import type { ReactNode } from 'react';
import { Body, Container, Head, Heading, Html, Link, Section } from 'react-email';
import { colors, emailCss, fonts, PAGE_WIDTH } from './email-style.ts';
import { FooterLine, Title } from './parts.tsx';
import type { Site } from './templates.ts';

type Frame = {
  title: string;
  preheader: string;
  site_url: string;
  belowWordmark?: ReactNode;
  footer: ReactNode;
  children: ReactNode;
};

export const EmailFrame = ({ title, preheader, site_url, belowWordmark, footer, children }: Frame) => (
  <Html>
    <Head>
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <title>{title}</title>
      <style>{emailCss}</style>
    </Head>
    <Body className="dk-paper" style={{ margin: 0, padding: '24px 8px', backgroundColor: colors.paper }}>
      <Preheader>{preheader}</Preheader>
      <Container className="dk-page" style={{ maxWidth: PAGE_WIDTH }}>
        <Section style={{ padding: '0 8px 20px', textAlign: 'center' }}>
          <Link href={site_url} className="dk-link" style={{ font: fonts.wordmark, color: colors.accent }}>
            Deckle
          </Link>
          {belowWordmark}
        </Section>
        <Section
          className="dk-card"
          tdClassName="dk-card-inside"
          style={{
            padding: 32,
            backgroundColor: colors.card,
            border: `1px solid ${colors.line}`,
            borderRadius: 8,
            borderCollapse: 'separate',
            wordBreak: 'break-word',
          }}
        >
          {children}
        </Section>
        <Section style={{ padding: '20px 8px 0', textAlign: 'center' }}>{footer}</Section>
      </Container>
    </Body>
  </Html>
);

/** Preview text for the inbox, padded with invisible characters so that the email's first words don't follow it. */
const Preheader = ({ children }: { children: string }) => (
  <div style={hiddenStyle} data-skip-in-text>
    {children}
    <span>{FILLER.repeat(Math.max(0, PREVIEW_LENGTH - children.length))}</span>
  </div>
);

const PREVIEW_LENGTH = 140;
/** A space that email programs don't collapse. react-email's own padding would be a tenth of a newsletter's size. */
const FILLER = '\u034f ';
const hiddenStyle = { display: 'none', overflow: 'hidden', opacity: 0, maxHeight: 0, maxWidth: 0, lineHeight: '1px' };

type Layout = {
  site: Site;
  title: string;
  preheader: string;
  reason: string;
  unsubscribe_url?: string;
  children: ReactNode;
};

/** Layout of transactional emails. `reason` tells recipients why they got the email. */
export const EmailLayout = ({ site, title, preheader, reason, unsubscribe_url, children }: Layout) => (
  <EmailFrame
    title={title}
    preheader={preheader}
    site_url={site.app_url}
    footer={
      <>
        <FooterLine>{reason}</FooterLine>
        {unsubscribe_url && (
          <FooterLine>
            <Link href={unsubscribe_url} className="dk-muted" style={footerLink}>
              Stop these emails
            </Link>
          </FooterLine>
        )}
        <FooterLine>
          Questions? Write to{' '}
          <Link href={`mailto:${site.support_email}`} className="dk-muted" style={footerLink}>
            {site.support_email}
          </Link>
        </FooterLine>
        <FooterLine>{site.postal_address}</FooterLine>
      </>
    }
  >
    <Title>{title}</Title>
    {children}
  </EmailFrame>
);

export const footerLink = { color: colors.muted, textDecoration: 'underline' } as const;

export const HeaderLine = ({ children }: { children: ReactNode }) => (
  <Heading className="dk-muted" style={{ margin: '4px 0 0', font: fonts.entry, color: colors.muted }}>
    {children}
  </Heading>
);
