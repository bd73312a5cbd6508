/**
 * A deal in the newsletter. The partner's preview renders this component too, so it depends only on its props, imports
 * no email library, and works in a web page. It appears up to forty times in an email that must stay under 102 kB:
 * mail-style.ts has the optional styles as classes, and only the necessary ones are inline.
 */
import { STORE_NAMES } from '#shared/business.ts';
import { formatCents, formatDealPrice } from '#shared/money.ts';
import { colors, fonts } from './mail-style.ts';
import type { NewsletterDeal } from './templates.ts';

const COVER_WIDTH = 120;

export const NewsletterEntry = ({ deal }: { deal: NewsletterDeal }) => (
  <table role="presentation" width="100%" cellSpacing="0">
    <tbody>
      <tr>
        <td valign="top" width={COVER_WIDTH} style={{ padding: '14px 16px 14px 0' }}>
          {/* biome-ignore lint/a11y/useAnchorContent: the title links there too, and no key reaches this one */}
          <a href={mainUrl(deal)} aria-hidden="true" tabIndex={-1}>
            <img
              src={deal.cover_url}
              alt=""
              width={COVER_WIDTH}
              style={{ display: 'block', border: 0, borderRadius: 4 }}
            />
          </a>
        </td>
        <td valign="top" className="dk-ink" style={{ padding: '12px 0', font: fonts.entry, color: colors.ink }}>
          {deal.is_top && <Featured />}
          <h3 style={{ margin: 0, font: fonts.book }}>
            <a href={mainUrl(deal)} className="dk-ink" style={{ color: colors.ink, textDecoration: 'none' }}>
              {deal.title}
            </a>
          </h3>
          {deal.author_name && <Author name={deal.author_name} />}
          <Price {...deal} />
          {deal.blurb}
          <div className="dk-stores" style={{ paddingTop: 6, fontWeight: 700 }}>
            {deal.stores.map(({ store, url }) => (
              <StoreButton key={store} name={STORE_NAMES[store]} title={deal.title} url={url} />
            ))}
          </div>
        </td>
      </tr>
    </tbody>
  </table>
);

/** Cover and title link to the first store. */
const mainUrl = ({ stores }: NewsletterDeal) => stores[0]?.url;

const Featured = () => (
  <div className="dk-link" style={{ font: fonts.small, color: colors.accent }}>
    ★ Featured today
  </div>
);

const Author = ({ name }: { name: string }) => (
  <div className="dk-muted" style={{ color: colors.muted }}>
    {`by ${name}`}
  </div>
);

const Price = ({ sale_price_cents, current_price_cents }: NewsletterDeal) => (
  <div style={{ padding: '4px 0 6px' }}>
    {current_price_cents > sale_price_cents && (
      <>
        <s className="dk-muted" style={{ color: colors.muted }}>
          {formatCents(current_price_cents)}
        </s>{' '}
      </>
    )}
    <b className="dk-link" style={{ color: colors.accent, fontSize: 17 }}>
      {formatDealPrice(sale_price_cents)}
    </b>
  </div>
);

/** 44 px high for thumbs. The border takes the text's color in both modes; the space separates stores. */
const StoreButton = ({ name, title, url }: { name: string; title: string; url: string }) => (
  <>
    <a href={url} aria-label={`${name}: ${shortened(title)}`} style={storeButton}>
      {name}
    </a>{' '}
  </>
);

/** Five stores repeat the title, which mustn't cost the email's last deals their room. */
const MAX_LABEL = 24;
const shortened = (title: string) => (title.length > MAX_LABEL ? `${title.slice(0, MAX_LABEL - 1).trimEnd()}…` : title);

const storeButton = {
  display: 'inline-block',
  padding: '10px 12px',
  color: colors.accent,
} as const;
