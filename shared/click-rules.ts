// See docs/decisions/0083-click-rules-are-versioned-data.md.
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

/**
 * The rules that decide which clicks are billed: their names, the reasons partners see, and every threshold except the
 * click window (business.ts). How they are applied is in server/clicks/classify.ts, and how well they work is in
 * docs/clicks.md. A change that can change a verdict gets a new version; a settled promotion keeps the version that
 * judged it.
 */
export const RULES_VERSION = 6;

export const CLICK_LIMITS = {
  /** This many different links within this time are more than a person can open. */
  burst: [
    { links: 2, within_ms: 300 },
    { links: 3, within_ms: SECOND_MS },
    { links: 4, within_ms: 2 * SECOND_MS },
    { links: 8, within_ms: 8 * SECOND_MS },
    { links: 12, within_ms: 30 * SECOND_MS },
    { links: 20, within_ms: 10 * MINUTE_MS },
  ],
  /**
   * This many different links in a row, with pauses of at most `pause_ms` on average, whose standard deviation is at
   * most `variation` times the average.
   */
  pacing: [
    { links: 7, variation: 0.08, pause_ms: 5 * SECOND_MS },
    { links: 8, variation: 0.08, pause_ms: 10 * SECOND_MS },
    { links: 12, variation: 0.08, pause_ms: MINUTE_MS },
  ],
  /** After a burst or paced visits, the same reader's clicks don't count for this long. */
  shadow_ms: MINUTE_MS,
  hidden_link: {
    /** Visits with at most this pause between them belong together. */
    session_ms: 10 * MINUTE_MS,
    /**
     * A click from a network of the reader's earlier counted clicks is exempt from the hidden-link rule, unless a
     * hidden link was followed from that network, or from any network within this time of the click.
     */
    known_network_ms: MINUTE_MS,
  },
  new_reader_ms: 48 * HOUR_MS,
  /**
   * A reader is known after counted clicks in this many earlier newsletters, the first and the last at least this long
   * apart.
   */
  known: { newsletters: 2, apart_ms: 14 * DAY_MS },
  network: {
    /** Readers of one promotion per hour. */
    readers_per_hour: 12,
    unknown_readers: 12,
    unknown_burst: { readers: 5, within_ms: 10 * MINUTE_MS },
    /**
     * Up to `usual` known readers count, within the hourly limit. More of them count if they are at most `most`, and at
     * most the fraction `share` of the promotion's readers.
     */
    known_readers: { usual: 20, share: 0.25, most: 40 },
  },
  /**
   * Limits for an IPv4 /24, an IPv6 /56, and an IPv6 /48. Unknown readers already held by a limit on one network's
   * readers or on a narrower range aren't counted again.
   */
  range: {
    unknown_readers: 12,
    known_readers: { usual: 30, share: 0.4, most: 60 },
  },
  /** Unknown readers with addresses at one domain that isn't a public provider's or an alias service's. */
  domain_readers: 12,
  /** Unknown readers with addresses at alias services, all services combined. */
  alias_readers: 12,
  /** Unknown readers who confirmed here within the same hour. */
  sign_ups_per_hour: 8,
  /** Unknown readers are newcomers for this long after confirming. */
  newcomer_ms: 90 * DAY_MS,
  /**
   * Newcomers held by no other rule, per promotion: `extra`, plus `factor` times the number expected from their share
   * in the newsletter's other promotions. That share is at most `most`, or it's `share` if those promotions have fewer
   * than `readers` readers. In an installation's first months, the share has no maximum, and with fewer than `readers`
   * readers the rule doesn't apply.
   */
  newcomers: { extra: 12, factor: 1.25, readers: 30, share: 0.1, most: 0.9 },
} as const;

export type ClickRule = {
  /** The effect on a matching click. Held clicks count only if staff say so. */
  effect: 'exclude' | 'hold';
  name: string;
  /** For partners and staff. */
  reason: string;
  /** For rules that hold clicks: the words after "82 of 97 clicks". */
  share?: string;
  /** Publications about the behavior that the rule detects. */
  sources?: readonly { label: string; url: string }[];
};

const PREFETCH_SOURCES = [
  {
    label: 'MDN: Sec-Purpose, sent by browsers that prefetch a page',
    url: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Headers/Sec-Purpose',
  },
  {
    label: 'WebKit: X-Purpose in Safari and X-Moz in Firefox',
    url: 'https://lists.webkit.org/pipermail/webkit-dev/2010-September/014485.html',
  },
];
const SCANNER_SOURCES = [
  {
    label: 'Barracuda: why its email protection clicks links',
    url: 'https://campus.barracuda.com/product/sentinel/doc/498468311/unwanted-link-clicks',
  },
  {
    label: 'Microsoft: Safe Links scans during mail flow and at the time of the click',
    url: 'https://learn.microsoft.com/microsoft-365/security/office-365-security/safe-links-about',
  },
];

/**
 * The rules, roughly in the order of evaluation. The first match gives the reason. Until staff decide, a click held by
 * several rules gets the reason that comes first in this order: network, /24 or /56, hidden link, /48, address,
 * newcomers.
 */
export const CLICK_RULES = {
  head: {
    effect: 'exclude',
    name: 'HEAD request',
    reason: 'A link checker that didn’t load the page',
    sources: [{ label: 'RFC 9110: HEAD', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#name-head' }],
  },
  prefetch: {
    effect: 'exclude',
    name: 'Prefetch',
    reason: 'Preloaded by a browser or an email app',
    sources: PREFETCH_SOURCES,
  },
  bot_ua: {
    effect: 'exclude',
    name: 'Known bot',
    reason: 'A program that identifies itself as a bot, or an email provider’s proxy',
    sources: [
      {
        label: 'Word to the Wise: Apple Mail Privacy Protection loads pictures, not links',
        url: 'https://wordtothewise.com/2021/09/apple-mpp/',
      },
      { label: 'isbot: the list of programs', url: 'https://github.com/omrilotan/isbot' },
    ],
  },
  honeypot: {
    effect: 'exclude',
    name: 'Hidden link',
    reason: 'The same visitor followed a link that no person can see',
    sources: SCANNER_SOURCES,
  },
  burst: {
    effect: 'exclude',
    name: 'Faster than a person',
    reason: 'Opened more links in this time than a person could look at',
    sources: SCANNER_SOURCES,
  },
  pacing: {
    effect: 'exclude',
    name: 'Evenly timed clicks',
    reason: 'Many links with the same pause between them',
    sources: SCANNER_SOURCES,
  },
  own_click: {
    effect: 'exclude',
    name: 'Partner’s own click',
    reason: 'A click by the partner who booked the promotion',
  },
  staff: { effect: 'exclude', name: 'Staff', reason: 'A click by our staff' },
  erased: {
    effect: 'exclude',
    name: 'Erased reader',
    reason: 'A reader who erased their data before the clicks were counted',
  },
  out_of_window: { effect: 'exclude', name: 'Too late', reason: 'After the 72-hour click window' },
  new_reader: {
    effect: 'exclude',
    name: 'New reader',
    reason: 'A reader who confirmed their address less than 48 hours before the click',
  },
  duplicate: { effect: 'exclude', name: 'Repeat', reason: 'The same reader had clicked before' },
  same_mailbox: {
    effect: 'exclude',
    name: 'Same mailbox',
    reason: 'Another spelling of an address that had clicked before',
    sources: [{ label: 'RFC 5233: subaddresses such as name+tag', url: 'https://www.rfc-editor.org/rfc/rfc5233.html' }],
  },
  network_burst: {
    effect: 'hold',
    share: 'from one network',
    name: 'Burst from one network',
    reason: 'Readers with few or no earlier clicks, many within minutes from one network',
  },
  network_hour: {
    effect: 'hold',
    share: 'from one network',
    name: 'Busy network',
    reason: 'More readers from one network within an hour than is usual',
  },
  network_total: {
    effect: 'hold',
    share: 'from one network',
    name: 'Crowded network',
    reason: 'Many readers with few or no earlier clicks, all from one network',
  },
  network_known: {
    effect: 'hold',
    share: 'from one network or range',
    name: 'Unusually many on one network',
    reason: 'Unusually many of this promotion’s readers, all from one network or range of networks',
  },
  network_hidden: {
    effect: 'hold',
    share: 'near a visit to a hidden link',
    name: 'Hidden link nearby',
    reason: 'Someone on the same network followed a hidden link within minutes',
  },
  range: {
    effect: 'hold',
    share: 'from neighboring networks',
    name: 'Neighboring networks',
    reason: 'Many readers with few or no earlier clicks, from networks in one range',
    sources: [
      {
        label: 'RIPE 690: IPv6 prefixes that providers assign to customers',
        url: 'https://www.ripe.net/publications/docs/ripe-690/',
      },
    ],
  },
  domain: {
    effect: 'hold',
    share: 'by readers of one domain',
    name: 'One domain',
    reason: 'Many readers with few or no earlier clicks, with addresses at one domain',
  },
  alias_services: {
    effect: 'hold',
    share: 'by readers with alias addresses',
    name: 'Alias services',
    reason:
      'Many readers with few or no earlier clicks, using alias addresses, which one person can create without limit',
    sources: [
      { label: 'SimpleLogin: domains of its aliases', url: 'https://simplelogin.io/security/' },
      { label: 'addy.io: aliases', url: 'https://addy.io/faq/' },
      { label: 'DuckDuckGo: Email Protection', url: 'https://duckduckgo.com/email/' },
      { label: 'Apple: Hide My Email', url: 'https://support.apple.com/en-us/HT210425' },
      { label: 'Mozilla: Firefox Relay', url: 'https://relay.firefox.com/' },
    ],
  },
  sign_ups: {
    effect: 'hold',
    share: 'by readers who signed up together',
    name: 'Signed up together',
    reason: 'Many new or inactive readers who signed up within the same hour',
  },
  newcomers: {
    effect: 'hold',
    share: 'by new readers',
    name: 'Many new readers',
    reason: 'Far more new readers than the newsletter’s other promotions had',
  },
} as const satisfies Record<string, ClickRule>;

export type ClickRuleCode = keyof typeof CLICK_RULES;
export type HoldRule = {
  [Code in ClickRuleCode]: (typeof CLICK_RULES)[Code]['effect'] extends 'hold' ? Code : never;
}[ClickRuleCode];
export const HOLD_RULES = (Object.keys(CLICK_RULES) as ClickRuleCode[]).filter(
  (code): code is HoldRule => CLICK_RULES[code].effect === 'hold',
);

/** Reasons for held clicks that weren't counted. */
export const HELD_OUTCOMES = {
  held: 'Held for review, not decided within 72 hours',
  staff_excluded: 'Held for review, and excluded by our staff',
};

/** The reason why a click isn't billed, the same for partners and staff. */
export function excludedReason(outcome: string): string {
  if (outcome in CLICK_RULES) return CLICK_RULES[outcome as ClickRuleCode].reason;
  if (outcome in HELD_OUTCOMES) return HELD_OUTCOMES[outcome as keyof typeof HELD_OUTCOMES];
  return outcome.replaceAll('_', ' ');
}

/** Known mistakes of the rules, published in docs/clicks.md and on the public page. */
export const KNOWN_LIMITS: readonly string[] = [
  'We can’t tell fake accounts from readers if someone signs them up slowly, waits three months, and clicks from many networks, with up to a dozen accounts on each. Nor can we if their clicks were counted in several earlier newsletters. Such an attack takes weeks or months to prepare and can then be repeated against any promotion. The most it can cost each is its $60 maximum; partners can question a result for 30 days.',
  'Without that preparation, clicks from up to about a dozen fake accounts are billed per promotion. Clicks from more accounts are billed in a newsletter whose other promotions have many new readers, such as after a campaign. An attacker can sign up such readers for the other promotions, too, on many networks and over many hours. In a site’s first months, when nearly all readers are new, clicks by any number of fake accounts are billed if they use many networks and signed up over many hours.',
  'Up to forty known addresses on one network count while they are at most a quarter of a promotion’s readers, because an office or a campus looks the same. Four such networks can be enough to reach the $60 maximum.',
  'When an author asks fans to sign up, they can look like fake accounts, and so can many new readers in a newsletter with few other promotions. When there are more than about a dozen, their clicks are held until our staff decides.',
  'Fake accounts can get real readers’ clicks held: those of all new readers, and those of readers who share a network, a range, or an alias service with them. This can happen in the last minutes, when our staff may not be able to decide in time. The partner could even do it to pay less. Readers with counted clicks in two earlier newsletters, at least 14 days apart, still count. The table shows what share of people’s clicks counted.',
  'Clicks by a scanner with a browser’s headers are billed like a reader’s when it opens one link per email, fewer than seven links at an even pace, or links more than ten seconds apart in an email with fewer than twelve links. So are those of one that pauses evenly for more than a minute, or irregularly for more than about three seconds (half a minute in an email with 20 links or more). Clicks more than ten minutes after a hidden link are billed, and so are clicks as long before it if the reader has clicked in earlier newsletters or the networks differ.',
  'Clicks by people who open many deals very fast aren’t billed: eight within eight seconds, twelve within 30 seconds, or 20 within ten minutes.',
  'Clicks by real readers aren’t billed in the first 48 hours after they confirm, and clicks by a class that signs up together are held until our staff decides. Clicks by readers who erase their data before the result aren’t billed.',
  'Fake accounts on a list that an administrator imports look like the list’s readers, even if they all signed up for it in the same hour.',
  'Hide My Email addresses at icloud.com look like any other iCloud address.',
  'We wrote both the rules and the scenarios. They show what the rules do, not how often each case happens.',
];
