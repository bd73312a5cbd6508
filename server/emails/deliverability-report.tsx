import { PROVIDER_NAMES, percent } from '#shared/list-health.ts';
import { formatDate } from '#shared/long-dates.ts';
import { EmailLayout } from './layout.tsx';
import { ActionButton, Bullets, Paragraph } from './parts.tsx';
import type { EmailProps, Site } from './templates.ts';

type Props = EmailProps['deliverability_report'];

export const subject = ({ advice }: Props) =>
  advice.length === 0
    ? 'Weekly report: your reader list is healthy'
    : `Your reader list needs attention: ${advice.length === 1 ? 'one item' : `${advice.length} items`}`;

export const Email = ({ site, ...props }: Props & { site: Site }) => (
  <EmailLayout
    site={site}
    title="Deliverability report"
    preheader={props.advice[0] ?? 'No provider reports a problem with our emails.'}
    reason={
      props.is_for_operator
        ? 'You’re receiving this email every Monday because this Deckle site has no active administrator, and this is its operator’s address. Once there’s an administrator, they’ll get it instead.'
        : 'You’re receiving this email because it’s sent to the administrators of this Deckle site every Monday. An administrator can turn it off for you in the admin panel, under Staff.'
    }
  >
    <Paragraph>This report covers the week before {formatDate(props.date)}.</Paragraph>
    {props.advice.length > 0 && (
      <>
        <Paragraph>
          <strong>What to do next</strong>
        </Paragraph>
        <Bullets items={props.advice} />
      </>
    )}
    <Paragraph>
      <strong>Readers</strong>
    </Paragraph>
    <Bullets items={readerLines(props)} />
    {props.warm_up && (
      <>
        <Paragraph>
          <strong>Warm-up</strong>
        </Paragraph>
        <Bullets items={warmUpLines(props.warm_up)} />
      </>
    )}
    {props.providers.length > 0 && (
      <>
        <Paragraph>
          <strong>Emails by provider, compared with the previous week</strong>
        </Paragraph>
        <Bullets items={props.providers.map(providerLine)} />
      </>
    )}
    <ActionButton href={props.list_health_url}>View list health</ActionButton>
  </EmailLayout>
);

const number = (value: number) => value.toLocaleString('en-US');

const readerLines = ({ active_readers: active, active_before, before_date, dormant_readers, confirmed }: Props) => [
  active === null
    ? 'Active readers: not counted yet'
    : `Active readers: ${number(active)}${changeText(active, active_before, before_date)}`,
  ...(active
    ? [`No click in 180 days: ${number(dormant_readers ?? 0)} (${percent((dormant_readers ?? 0) / active, 0)})`]
    : []),
  `New confirmed readers in the last 28 days, imported ones included: ${number(confirmed)}`,
];

const warmUpLines = ({ day, cap, next_cap, is_paused, accepted, left_out }: NonNullable<Props['warm_up']>) => [
  `Day ${number(day)}: up to ${number(cap)} emails today, all providers together`,
  `Last week: providers accepted ${number(accepted)} emails, and the warm-up left out ${number(left_out)}`,
  `Next: up to ${number(next_cap)} emails tomorrow${outlook({ cap, next_cap, is_paused })}`,
];

function outlook({ cap, next_cap, is_paused }: Pick<NonNullable<Props['warm_up']>, 'cap' | 'next_cap' | 'is_paused'>) {
  if (is_paused) return '. Growth is paused: caps stay the same or go down until an administrator resumes it';
  return next_cap > cap
    ? ' if complaints and bounces stay low'
    : '. Caps grow again once they’re used without problems';
}

function changeText(active: number, before: number | null, date: string | null) {
  if (before === null || before === active || !date) return '';
  return active > before
    ? `, up ${number(active - before)} since ${formatDate(date)}`
    : `, down ${number(before - active)} since ${formatDate(date)}`;
}

type Week = Props['providers'][number];

const providerLine = ({ provider, before, ...week }: Week) =>
  `${PROVIDER_NAMES[provider]}: ${number(week.accepted)} emails (${number(before.accepted)}), ${rates(week)} (${rates(before)})`;

const rates = ({ accepted, hard_bounces, complaints }: Omit<Week, 'provider' | 'before'>) =>
  `${percent(complaints / Math.max(1, accepted), 2)} marked as spam, ${percent(hard_bounces / Math.max(1, accepted + hard_bounces), 1)} bounced`;
