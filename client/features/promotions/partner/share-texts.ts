/** Ready-made texts about a promotion for its partner's own channels. */
import { formatShortDay } from '#shared/long-dates.ts';
import { formatCents } from '#shared/money.ts';
import { type ShareChannel, withChannel } from '#shared/share-channels.ts';

type ShareFacts = {
  title: string;
  author_name: string | null;
  blurb: string;
  sale_price_cents: number;
  current_price_cents: number;
  /** The newsletter date. */
  from: string;
  deal_ends_on: string;
  url: string;
};

/** Each text has the link. All but the bare link name the price and the days, in case readers don't see the picture. */
type ShareText = { channel: ShareChannel; label: string; action: string; text: string };

export function shareTexts(facts: ShareFacts): ShareText[] {
  const { title, author_name, blurb, sale_price_cents, current_price_cents, from, deal_ends_on, url } = facts;
  const price = sale_price_cents === 0 ? 'free' : formatCents(sale_price_cents);
  const comparison = current_price_cents > sale_price_cents ? ` instead of ${formatCents(current_price_cents)}` : '';
  const days = `from ${formatShortDay(from)} to ${formatShortDay(deal_ends_on)}`;
  const byline = author_name ? ` by ${author_name}` : '';
  const linkOn = (channel: ShareChannel) => withChannel(url, channel);
  return [
    {
      channel: 'link',
      label: 'Link to your book’s page',
      action: 'Copy link',
      text: linkOn('link'),
    },
    {
      channel: 'short_post',
      label: 'Short post',
      action: 'Copy short post',
      text: `“${title}” is ${price}${comparison}, ${days}: ${linkOn('short_post')}`,
    },
    {
      channel: 'long_post',
      label: 'Long post',
      action: 'Copy long post',
      text: [
        `“${title}”${byline} is ${price}${comparison}, ${days}.`,
        ...(blurb ? [blurb] : []),
        linkOn('long_post'),
      ].join('\n\n'),
    },
    {
      channel: 'newsletter',
      label: 'For your newsletter',
      action: 'Copy newsletter text',
      text: `Hello,\n\nMy ebook “${title}” is ${price}${comparison}, ${days}. All stores are on one page:\n${linkOn('newsletter')}\n\nIf you know someone who would enjoy it, please pass this on.\n\n${author_name ?? ''}`.trimEnd(),
    },
  ];
}
