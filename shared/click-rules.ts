/**
 * The rules that decide which clicks are billed: their names, the reasons partners see, and every threshold. How they are applied
 * is in server/clicks/classify.ts, and how well they work in docs/clicks.md. A change that can change a verdict gets a new version;
 * a settled promotion keeps the version that judged it.
 */
export const RULES_VERSION = 2;

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

export const CLICK_LIMITS = {
  /** More different links in less time than a person can open. */
  burst: [
    { links: 2, within_ms: 300 },
    { links: 3, within_ms: SECOND },
    { links: 4, within_ms: 2 * SECOND },
    { links: 8, within_ms: 8 * SECOND },
    { links: 12, within_ms: 30 * SECOND },
    { links: 20, within_ms: 10 * MINUTE },
  ],
  /** So many different links in a row, with short pauses that vary by less than this share of their mean. */
  pacing: { links: 8, variation: 0.08, pause_ms: 10 * SECOND },
  /** How long after a burst or paced visits the same reader's clicks don't count. */
  shadow_ms: MINUTE,
  hidden_link: {
    /** Visits closer than this belong together. */
    session_ms: 10 * MINUTE,
    /** After the hidden link, a click counts so soon only from a network that the reader's counted clicks came from before. */
    known_network_ms: MINUTE,
  },
  new_reader_ms: 48 * HOUR,
  /** So many earlier newsletters with a counted click make a reader known on every network; one is enough on another network. */
  known_newsletters: 3,
  network: {
    /** Readers of one promotion per hour, all together. */
    readers_per_hour: 12,
    /** Readers without an earlier counted click. */
    unknown_readers: 12,
    unknown_burst: { readers: 5, within_ms: 10 * MINUTE },
  },
  /** Readers without an earlier counted click whose addresses share a domain that isn't a public provider's. */
  domain_readers: 12,
  /** Readers without an earlier counted click who confirmed within the same hour. */
  sign_ups_per_hour: 8,
} as const;

export type ClickRule = {
  /** Its effect on a click that meets it. Held clicks count only if staff say so. */
  does: 'exclude' | 'hold';
  name: string;
  /** For the partner. */
  reason: string;
  /** For rules that hold: the words after "82 of 97 clicks". */
  share?: string;
  /** Where the behavior that the rule is about is published. */
  sources?: readonly { label: string; url: string }[];
};

const PREFETCH_SOURCES = [
  {
    label: 'MDN: Sec-Purpose, sent by browsers that load a page ahead',
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

/** In the order in which they are asked: the first that is met gives the reason. */
export const CLICK_RULES = {
  head: {
    does: 'exclude',
    name: 'HEAD request',
    reason: 'A link checker that read no page',
    sources: [{ label: 'RFC 9110: HEAD', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#name-head' }],
  },
  prefetch: {
    does: 'exclude',
    name: 'Prefetch',
    reason: 'Loaded ahead by a browser or an email program',
    sources: PREFETCH_SOURCES,
  },
  bot_ua: {
    does: 'exclude',
    name: 'Program by name',
    reason: 'A program that says so, or an email provider’s proxy',
    sources: [
      {
        label: 'Word to the Wise: Apple Mail Privacy Protection loads pictures, not links',
        url: 'https://wordtothewise.com/2021/09/apple-mpp/',
      },
      { label: 'isbot: the list of programs', url: 'https://github.com/omrilotan/isbot' },
    ],
  },
  honeypot: {
    does: 'exclude',
    name: 'Hidden link',
    reason: 'The same visitor followed a link that no person can see',
    sources: SCANNER_SOURCES,
  },
  burst: {
    does: 'exclude',
    name: 'Faster than a person',
    reason: 'More links in a few seconds than a person can open',
    sources: SCANNER_SOURCES,
  },
  pacing: {
    does: 'exclude',
    name: 'Even pauses',
    reason: 'Many links with the same pause between them',
    sources: SCANNER_SOURCES,
  },
  own_click: { does: 'exclude', name: 'Your own click', reason: 'Your own click' },
  staff: { does: 'exclude', name: 'Staff', reason: 'A click by our staff' },
  out_of_window: { does: 'exclude', name: 'Too late', reason: 'After the 72 hours in which clicks count' },
  new_reader: {
    does: 'exclude',
    name: 'New reader',
    reason: 'A reader who had confirmed less than 48 hours before',
  },
  duplicate: { does: 'exclude', name: 'Repeat', reason: 'The same reader had clicked before' },
  same_mailbox: {
    does: 'exclude',
    name: 'Same mailbox',
    reason: 'Another spelling of an address that had clicked before',
    sources: [{ label: 'RFC 5233: subaddresses such as name+tag', url: 'https://www.rfc-editor.org/rfc/rfc5233.html' }],
  },
  network_burst: {
    does: 'hold',
    share: 'from one network',
    name: 'Burst from one network',
    reason: 'Readers who never clicked before, many within minutes from one network',
  },
  network_hour: {
    does: 'hold',
    share: 'from one network',
    name: 'Busy network',
    reason: 'More readers from one network within an hour than is usual',
  },
  network_total: {
    does: 'hold',
    share: 'from one network',
    name: 'Crowded network',
    reason: 'Many readers who never clicked before, all from one network',
  },
  network_hidden: {
    does: 'hold',
    share: 'near a visit to a hidden link',
    name: 'Hidden link nearby',
    reason: 'Someone on the same network followed a hidden link within minutes',
  },
  domain: {
    does: 'hold',
    share: 'by readers of one domain',
    name: 'One domain',
    reason: 'Many readers who never clicked before, with addresses of one domain',
  },
  sign_ups: {
    does: 'hold',
    share: 'by readers who signed up together',
    name: 'Signed up together',
    reason: 'Many readers who never clicked before and had signed up within the same hour',
  },
} as const satisfies Record<string, ClickRule>;

export type ClickRuleCode = keyof typeof CLICK_RULES;
export type HoldRule = {
  [Code in ClickRuleCode]: (typeof CLICK_RULES)[Code]['does'] extends 'hold' ? Code : never;
}[ClickRuleCode];
export const HOLD_RULES = (Object.keys(CLICK_RULES) as ClickRuleCode[]).filter(
  (code): code is HoldRule => CLICK_RULES[code].does === 'hold',
);

/** The results of held clicks. */
export const HELD_OUTCOMES = {
  held: 'Held for review, not decided within 72 hours',
  staff_excluded: 'Held for review, and excluded by our staff',
};

/** Why a click isn't billed, for partners and staff alike. */
export const excludedReason = (outcome: string): string =>
  outcome in CLICK_RULES
    ? CLICK_RULES[outcome as ClickRuleCode].reason
    : outcome in HELD_OUTCOMES
      ? HELD_OUTCOMES[outcome as keyof typeof HELD_OUTCOMES]
      : outcome.replaceAll('_', ' ');

/** Mistakes of the rules, said plainly in docs/clicks.md and on the public page. */
export const KNOWN_LIMITS: readonly string[] = [
  'Addresses at public providers that are signed up a few an hour, and click 48 hours later from many networks of their own, can’t be told from readers. Nor can readers whose earlier clicks on another network were counted. Such an attack takes days of preparation, and the most it can cost a promotion is its $60 maximum; partners can question a result for 30 days.',
  'Someone who shares a network with new readers can get their clicks held. They count only if our staff decide so in time.',
  'A scanner that opens one link per email with a browser’s headers is billed like a reader.',
  'Real readers aren’t billed in their first 48 hours, and a class that signs up together is held until our staff decide.',
  'On a new installation nobody has an earlier counted click yet, so crowded networks are held sooner.',
  'The scenarios were written by the authors of the rules. They show what the rules do, not how often each case happens.',
];
