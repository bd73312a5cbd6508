/**
 * A deal in the newsletter. Previews on web pages render this component too, so it depends only on its props,
 * imports no email library, and works in a web page. Because it appears up to forty times in an email that must stay
 * under 102 kB, only necessary styles are inline, and the optional ones are classes in email-style.ts.
 */
import { Fragment } from 'react';
import { EMAIL_COVER, STORE_NAMES } from '#shared/business.ts';
import { formatShortDay } from '#shared/long-dates.ts';
import { formatCents, formatDealPrice } from '#shared/money.ts';
import { colors, fonts } from './email-style.ts';
import type { NewsletterDeal } from './templates.ts';

export const NewsletterEntry = ({ deal }: { deal: NewsletterDeal }) => (
  <table role="presentation" width="100%" cellSpacing="0">
    <tbody>
      <tr>
        <td valign="top" width={EMAIL_COVER.width} style={{ padding: '14px 16px 14px 0' }}>
          {/* biome-ignore lint/a11y/useAnchorContent: the title has the same link, and this one can’t be focused */}
          <a href={mainUrl(deal)} className="dk-cover" aria-hidden="true" tabIndex={-1}>
            <img
              src={deal.cover_url}
              alt={`Cover of ${deal.title}`}
              {...EMAIL_COVER}
              style={{ display: 'block', border: 0, borderRadius: 4 }}
            />
          </a>
        </td>
        <td valign="top" className="dk-ink" style={{ padding: '12px 0', font: fonts.entry, color: colors.ink }}>
          {deal.reason && <Note>{deal.reason}</Note>}
          {deal.is_top && <Note>★ Featured today</Note>}
          <h3 style={{ margin: 0, font: fonts.book }}>
            <a href={mainUrl(deal)} className="dk-ink" style={{ color: colors.ink, textDecoration: 'none' }}>
              {deal.title}
            </a>
          </h3>
          {deal.author_name && <Author name={deal.author_name} follow_url={deal.follow_url} />}
          <Price {...deal} />
          {deal.blurb}
          <Stores {...deal} />
        </td>
      </tr>
    </tbody>
  </table>
);

/** The address of the first store, to which the cover and the title link. */
const mainUrl = ({ stores }: NewsletterDeal) => stores[0]?.url;

const Note = ({ children }: { children: string }) => (
  <div className="dk-link" style={{ font: fonts.small, color: colors.accent }}>
    {children}
  </div>
);

const Author = ({ name, follow_url }: { name: string; follow_url: string | undefined }) => (
  <div className="dk-muted" style={{ color: colors.muted }}>
    {`by ${name}`}
    {follow_url && (
      <>
        {' · '}
        <a href={follow_url} aria-label={`Follow ${shorten(name)}`}>
          Follow
        </a>
      </>
    )}
  </div>
);

/**
 * "was" is visible because screen readers don't announce the line through the price, and email programs show hidden
 * text.
 */
const Price = ({ sale_price_cents, current_price_cents, deal_ends_on }: NewsletterDeal) => (
  <div style={{ padding: '4px 0 6px' }}>
    <b className="dk-link" style={{ color: colors.accent, fontSize: 17 }}>
      {formatDealPrice(sale_price_cents)}
    </b>
    {current_price_cents > sale_price_cents && (
      <>
        {' was '}
        <s className="dk-muted" style={{ color: colors.muted }}>
          {formatCents(current_price_cents)}
        </s>
      </>
    )}
    {deal_ends_on && ` · until ${formatShortDay(deal_ends_on)}`}
  </div>
);

/** A button for the first of the reader's stores, and text links for the others. All are 44 px high for thumbs. */
const Stores = ({ title, stores: [main, ...others] }: NewsletterDeal) =>
  main && (
    <>
      <div style={{ paddingTop: 8 }}>
        <a
          href={main.url}
          aria-label={`Get it at ${STORE_NAMES[main.store]}: ${shorten(title)}`}
          className="dk-button"
          style={storeButton}
        >
          {`Get it at ${STORE_NAMES[main.store]}`}
        </a>
      </div>
      {others.length > 0 && (
        <div className="dk-stores">
          {others.map(({ store, url }) => (
            <Fragment key={store}>
              <a href={url} aria-label={`${STORE_NAMES[store]}: ${shorten(title)}`}>
                {STORE_NAMES[store]}
              </a>{' '}
            </Fragment>
          ))}
        </div>
      )}
    </>
  );

/** Labels repeat the title for each store, so they're short enough that all deals fit below Gmail's limit. */
const MAX_LABEL = 24;
const shorten = (title: string) =>
  title.length > MAX_LABEL ? `${withoutHalfEmoji(title.slice(0, MAX_LABEL - 1)).trimEnd()}…` : title;
const withoutHalfEmoji = (text: string) => text.replace(/[\ud800-\udbff]$/, '');

const storeButton = {
  display: 'inline-block',
  padding: '11px 16px',
  borderRadius: 6,
  backgroundColor: colors.accent,
  color: colors.onAccent,
  fontWeight: 700,
  textDecoration: 'none',
} as const;
