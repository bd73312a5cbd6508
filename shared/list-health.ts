/** The health of the readers' list: how engaged they are, and what mailbox providers think of our emails. */
import * as z from 'zod';
import { formatCount } from './counts.ts';
import { addDays } from './dates.ts';
import { SIGN_UP_SOURCES } from './sign-up-sources.ts';

/** Most engaged first. New ones joined within 30 days and haven't clicked yet. */
export const TIERS = ['engaged', 'new', 'slipping', 'lapsed', 'dormant'] as const;
export type Tier = (typeof TIERS)[number];
/**
 * Each tier ends this many days after the reader's last counted click. For `slipping` and `lapsed`, joining counts as a
 * click.
 */
export const TIER_DAYS = { engaged: 30, slipping: 90, lapsed: 180 } as const;

export const TIER_NAMES: Record<Tier, string> = {
  engaged: `Clicked in the last ${TIER_DAYS.engaged} days`,
  new: `Joined in the last ${TIER_DAYS.engaged} days, no click yet`,
  slipping: `Last clicked or joined ${TIER_DAYS.engaged + 1} to ${TIER_DAYS.slipping} days ago`,
  lapsed: `Last clicked or joined ${TIER_DAYS.slipping + 1} to ${TIER_DAYS.lapsed} days ago`,
  dormant: `No click in ${TIER_DAYS.lapsed} days`,
};

/** yahoo.com, yahoo.fr, yahoo.co.uk */
const IN_EVERY_COUNTRY = '\\.(com|net|[a-z]{2}|com?\\.[a-z]{2})';
/** Providers that publish rules for bulk senders, by the domains of their addresses, as Postgres patterns. */
export const PROVIDER_DOMAINS = {
  gmail: '^(gmail|googlemail)\\.com$',
  yahoo: `^(yahoo${IN_EVERY_COUNTRY}|(ymail|rocketmail|aol|aim)\\.com|(att|sbcglobal|bellsouth|verizon)\\.net)$`,
  microsoft: `^((outlook|hotmail|live)${IN_EVERY_COUNTRY}|msn\\.com)$`,
  apple: '^(icloud|me|mac)\\.com$',
} as const;
export const PROVIDERS = ['gmail', 'yahoo', 'microsoft', 'apple', 'other'] as const;
export type Provider = (typeof PROVIDERS)[number];
export const PROVIDER_NAMES: Record<Provider, string> = {
  gmail: 'Gmail',
  yahoo: 'Yahoo and AOL',
  microsoft: 'Outlook and Hotmail',
  apple: 'iCloud',
  other: 'Other providers',
};
const PROVIDER_RULES: Partial<Record<Provider, string>> = {
  gmail: 'https://support.google.com/a/answer/81126',
  yahoo: 'https://senders.yahooinc.com/best-practices/',
  microsoft: 'https://sendersupport.olc.protection.outlook.com/pm/policies.aspx',
  apple: 'https://support.apple.com/102322',
};

/** Days in the reported week, and in the earlier week that it's compared with. */
export const PROVIDER_DAYS = 7;
export const SOURCE_DAYS = 28;
export const TREND_DAYS = 90;

const count = z.int().min(0);
export const ProviderCounts = z.object({
  accepted: count,
  hard_bounces: count,
  soft_bounces: count,
  complaints: count,
});
export type ProviderCounts = z.infer<typeof ProviderCounts>;

const QuestionCounts = { asked: count, kept: count, sunset: count };
/**
 * Dormant readers who were asked whether they still want the newsletter, who kept it, and whose newsletter was stopped
 * because they didn't answer.
 */
export type QuestionCounts = Record<keyof typeof QuestionCounts, number>;

export const TierDay = z.object({
  ...QuestionCounts,
  date: z.iso.date(),
  ...Object.fromEntries(TIERS.map((tier) => [tier, count])),
} as {
  date: z.ZodISODate;
} & Record<Tier, typeof count> &
  typeof QuestionCounts);
export type TierDay = z.infer<typeof TierDay>;

export const Advice = z.object({
  level: z.enum(['bad', 'warn']),
  text: z.string(),
  /** The provider's own rules. */
  url: z.string().nullable(),
});
export type Advice = z.infer<typeof Advice>;

export const ListHealth = z.object({
  /** Active readers by tier at the end of each day, the oldest first. */
  days: z.array(TierDay),
  /** The seven days before today, and the seven before those. */
  providers: z.array(z.object({ provider: z.enum(PROVIDERS), ...ProviderCounts.shape, before: ProviderCounts })),
  /** The last 28 days, and addresses confirmed in the 28 before. */
  sources: z.array(
    z.object({ source: z.enum(SIGN_UP_SOURCES), sign_ups: count, confirmed: count, confirmed_before: count }),
  ),
  /** Last questions to dormant readers: the maximum a day (0 if off), and the number of those not answered yet. */
  questions: z.object({ daily_emails: count, open: count }),
  /** The most urgent first. */
  advice: z.array(Advice),
});
export type ListHealth = z.infer<typeof ListHealth>;

/**
 * The last counted day and, if there is one, the latest counted day at least a week before it. (A night's count may be
 * missing.)
 */
export function comparedDays(days: readonly TierDay[]): TierDay[] {
  const last = days.at(-1);
  if (!last) return [];
  const before = days.findLast(({ date }) => date <= addDays(last.date, -7));
  return before ? [last, before] : [last];
}

/** The counted days in the `SOURCE_DAYS` up to the last counted day, and those in the `SOURCE_DAYS` before. */
export function recentAndPrevious(days: readonly TierDay[]): [recent: TierDay[], previous: TierDay[]] {
  const last = days.at(-1)?.date;
  const among = (from: number, to: number) =>
    days.filter(({ date }) => last && date > addDays(last, -from) && date <= addDays(last, -to));
  return [among(SOURCE_DAYS, 0), among(2 * SOURCE_DAYS, SOURCE_DAYS)];
}

/**
 * Complaints as a share of accepted emails, and hard bounces as a share of accepted and hard-bounced emails. Google and
 * Yahoo ask for complaints below 0.1% and block senders above 0.3%.
 */
const RATES = { complaints_warn: 0.001, complaints_bad: 0.003, bounces_warn: 0.02, bounces_bad: 0.05 } as const;
/** With fewer complaints, bounces, or people (readers or sign-ups), a rate means nothing. */
const MIN_COMPLAINTS = 3;
const MIN_BOUNCES = 10;
const MIN_PEOPLE = 50;
/** Advice appears at this share of dormant readers or more, and below this share of confirmed sign-ups. */
const MAX_DORMANT = 0.4;
const MIN_CONFIRMED = 0.4;

/** Next steps for an operator, the most urgent first; empty if nothing is wrong. */
export function adviceOn({ days, providers, sources, questions }: Omit<ListHealth, 'advice'>): Advice[] {
  const advice = [
    ...providers.flatMap(adviceOnComplaints),
    ...providers.flatMap(adviceOnBounces),
    ...adviceOnDormant(days.at(-1), questions.daily_emails),
    ...sources.flatMap(adviceOnSource),
  ];
  return advice.toSorted((a, b) => Number(b.level === 'bad') - Number(a.level === 'bad'));
}

type ProviderWeek = ListHealth['providers'][number];

const complaintRate = ({ accepted, complaints }: ProviderCounts) => complaints / Math.max(1, accepted);
const bounceRate = ({ accepted, hard_bounces }: ProviderCounts) => hard_bounces / Math.max(1, accepted + hard_bounces);

/** The reason why more emails of this kind would cost the sender its reputation, or null. */
export function stopCauseOf(week: ProviderCounts): 'complaints' | 'bounces' | null {
  if (week.complaints >= MIN_COMPLAINTS && complaintRate(week) >= RATES.complaints_bad) return 'complaints';
  return week.hard_bounces >= MIN_BOUNCES && bounceRate(week) >= RATES.bounces_bad ? 'bounces' : null;
}

/** True if more emails of this kind would cost the sender its reputation. */
export const shouldStop = (week: ProviderCounts): boolean => stopCauseOf(week) !== null;

function adviceOnComplaints({ provider, ...week }: ProviderWeek): Advice[] {
  const { complaints } = week;
  const rate = complaintRate(week);
  if (complaints < MIN_COMPLAINTS || rate < RATES.complaints_warn) return [];
  const url = PROVIDER_RULES[provider] ?? null;
  const fact = `${PROVIDER_NAMES[provider]}: readers marked ${percent(rate, 2)} of emails as spam in the last ${PROVIDER_DAYS} days.`;
  return rate < RATES.complaints_bad
    ? [
        {
          level: 'warn',
          text: `${fact} Stay below 0.1%: find the newsletter that caused it, and remove readers who stopped clicking.`,
          url,
        },
      ]
    : [
        {
          level: 'bad',
          text: `${fact} Providers block senders above 0.3%. Pause the next newsletter until you know why.`,
          url,
        },
      ];
}

function adviceOnBounces({ provider, ...week }: ProviderWeek): Advice[] {
  const { hard_bounces } = week;
  const rate = bounceRate(week);
  if (hard_bounces < MIN_BOUNCES || rate < RATES.bounces_warn) return [];
  return [
    {
      level: rate < RATES.bounces_bad ? 'warn' : 'bad',
      text: `${PROVIDER_NAMES[provider]}: ${percent(rate, 1)} of emails hard-bounced. Check where these readers signed up, and whether a list was imported without consent.`,
      url: PROVIDER_RULES[provider] ?? null,
    },
  ];
}

function adviceOnDormant(day: TierDay | undefined, daily_emails: number): Advice[] {
  const total = day ? TIERS.reduce((sum, tier) => sum + day[tier], 0) : 0;
  if (!day || total < MIN_PEOPLE || day.dormant / total < MAX_DORMANT) return [];
  const text = `${percent(day.dormant / total, 0)} of active readers haven’t clicked in ${TIER_DAYS.lapsed} days. Providers judge a sender by readers like these.`;
  const step = daily_emails
    ? `At ${daily_emails} emails a day, asking all of them will take about ${formatCount(Math.ceil(day.dormant / daily_emails), 'day')}, not counting warm-ups.`
    : 'We don’t ask them whether they still want the newsletter; whoever runs the server can turn that on with SUNSET_DAILY_EMAILS.';
  return [{ level: 'warn', text: `${text} ${step}`, url: null }];
}

function adviceOnSource({ source, sign_ups, confirmed }: ListHealth['sources'][number]): Advice[] {
  if (sign_ups < MIN_PEOPLE || confirmed / sign_ups >= MIN_CONFIRMED) return [];
  const text = `Only ${percent(confirmed / sign_ups, 0)} of the sign-ups from “${SOURCE_NAMES[source]}” were confirmed. Look for made-up addresses there.`;
  return [{ level: 'warn', text, url: null }];
}

export const SOURCE_NAMES: Record<ListHealth['sources'][number]['source'], string> = {
  home: 'Home page',
  deals: 'Deals',
  category: 'Category pages',
  book: 'Book pages',
  author: 'Author pages',
  guide: 'Guides',
  reader_blog: 'Reader blog',
  landing: 'Newsletter pages',
  embed: 'Embedded forms',
  import: 'Imported lists',
  other: 'Other pages',
};

/** '0.12%' */
export const percent = (part: number, digits: number) => `${(part * 100).toFixed(digits)}%`;
