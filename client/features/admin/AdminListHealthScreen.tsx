import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useIsAdmin } from '#client/session/use-is-admin.ts';
import { WideNumberTable } from '#client/ui/app/NumberTable.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { ChartFrame } from '#client/ui/ChartFrame.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import {
  comparedDays,
  type ListHealth,
  PROVIDER_DAYS,
  PROVIDER_NAMES,
  type ProviderCounts,
  percent,
  type QuestionCounts,
  recentAndPrevious,
  SOURCE_DAYS,
  SOURCE_NAMES,
  TIER_DAYS,
  TIER_NAMES,
  TIERS,
  type TierDay,
} from '#shared/list-health.ts';
import { formatDate } from '#shared/long-dates.ts';
import { ANSWER_DAYS } from '#shared/sunset.ts';
import classes from './AdminListHealth.module.css';
import { AdminPage } from './AdminPage.tsx';
import { listHealthQuery } from './api.ts';
import { findRunningWarmUp, WarmUpPanel } from './WarmUpPanel.tsx';
import { warmUpQuery } from './warm-up-api.ts';

/** Panels of advice, engagement, last questions, providers, and growth, and for administrators the warm-up. */
export function AdminListHealthScreen() {
  const query = useQuery(listHealthQuery);
  const isAdmin = useIsAdmin();
  return (
    <AdminPage
      title="List health"
      lead="How engaged your readers are, and how mailbox providers see your emails. Counted every night."
    >
      <QueryBoundary query={query} placeholder={<Skeleton height={480} />}>
        {(health) => (
          <>
            <AdvicePanel advice={health.advice} isCounted={health.days.length > 0} />
            {isAdmin && <WarmUpPanel />}
            <EngagementPanel days={health.days} />
            <QuestionPanel days={health.days} questions={health.questions}>
              {isAdmin && <WarmUpNote />}
            </QuestionPanel>
            <ProviderPanel providers={health.providers} />
            <SourcePanel sources={health.sources} />
          </>
        )}
      </QueryBoundary>
    </AdminPage>
  );
}

const AdvicePanel = ({ advice, isCounted }: Pick<ListHealth, 'advice'> & { isCounted: boolean }) => (
  <Panel title="What to do next" tone={advice.some(({ level }) => level === 'bad') ? 'alert' : 'plain'}>
    {advice.length === 0 ? (
      <p>
        {isCounted
          ? 'Complaints and bounces are within every provider’s limits.'
          : 'Complaints and bounces haven’t been counted yet. We’ll make the first count tonight.'}
      </p>
    ) : (
      <ul className={classes.advice}>
        {advice.map(({ text, url }) => (
          <li key={text}>
            {text} {url && <a href={url}>The provider’s rules</a>}
          </li>
        ))}
      </ul>
    )}
  </Panel>
);

const number = (value: number) => value.toLocaleString('en-US');
const totalOf = (day: TierDay) => TIERS.reduce((sum, tier) => sum + day[tier], 0);

function EngagementPanel({ days }: Pick<ListHealth, 'days'>) {
  const shown = comparedDays(days);
  return (
    <Panel title="Engagement" lead="Active readers by the date of their last counted click.">
      {shown.length > 0 ? (
        <>
          <Trend days={days} />
          <WideNumberTable
            caption="Active readers on the last counted day and at least a week earlier"
            head={['Readers', ...shown.map(({ date }) => formatDate(date))]}
            rows={TIERS.map((tier) => [TIER_NAMES[tier], ...shown.map((day) => number(day[tier]))])}
          />
        </>
      ) : (
        <p>Not counted yet. We’ll make the first count tonight.</p>
      )}
    </Panel>
  );
}

const QUESTION_NAMES: Record<keyof QuestionCounts, string> = {
  asked: 'Asked',
  kept: 'Stayed or came back',
  sunset: 'Stopped without an answer',
};

/** The last question to dormant readers, and its outcomes. */
function QuestionPanel({
  days,
  questions: { daily_emails, open },
  children,
}: Pick<ListHealth, 'days' | 'questions'> & { children: ReactNode }) {
  const [recent, previous] = recentAndPrevious(days);
  const sumOf = (list: readonly TierDay[], key: keyof QuestionCounts) =>
    number(list.reduce((sum, day) => sum + day[key], 0));
  const names = Object.entries(QUESTION_NAMES) as [keyof QuestionCounts, string][];
  return (
    <Panel
      title="Dormant readers"
      lead={
        daily_emails
          ? `Readers without a click in ${TIER_DAYS.lapsed} days get one email that asks whether they still want the newsletter, at most ${number(daily_emails)} of them a day. If they don’t answer within ${ANSWER_DAYS} days, we stop sending them the newsletter.`
          : 'We don’t ask readers who stopped clicking. Whoever runs the server can change that with SUNSET_DAILY_EMAILS, the number of emails a day.'
      }
    >
      <WideNumberTable
        caption={`Readers asked whether they still want the newsletter, and the outcome, in ${SOURCE_DAYS} days`}
        head={['Readers', `Last ${SOURCE_DAYS} days`, `${SOURCE_DAYS} days before`]}
        rows={names.map(([key, name]) => [name, sumOf(recent, key), sumOf(previous, key)])}
      />
      <p>
        {open === 0
          ? 'All readers have answered, or their time is up.'
          : `${number(open)} ${open === 1 ? 'reader hasn’t' : 'readers haven’t'} answered yet.`}
      </p>
      {children}
    </Panel>
  );
}

function WarmUpNote() {
  const { data } = useQuery(warmUpQuery);
  return findRunningWarmUp(data) ? <p>We don’t ask anyone while the warm-up is running.</p> : null;
}

/**
 * A stacked bar per day, hidden from screen readers. The table below has the numbers of the last day and, if there is
 * one, of a day at least a week earlier.
 */
function Trend({ days }: { days: readonly TierDay[] }) {
  const highest = Math.max(1, ...days.map(totalOf));
  const width = 100 / days.length;
  return (
    <figure className={classes.trend}>
      <ul className={classes.legend} aria-hidden="true">
        {TIERS.map((tier) => (
          <li key={tier} data-tier={tier}>
            {TIER_NAMES[tier]}
          </li>
        ))}
      </ul>
      <div className={classes.box} aria-hidden="true">
        <ChartFrame
          highest={highest}
          viewBox="0 0 100 100"
          first={formatDate(days[0]!.date)}
          last={days.length > 1 ? formatDate(days.at(-1)!.date) : undefined}
        >
          {days.map((day, dayIndex) => (
            <g key={day.date}>
              {TIERS.map((tier, tierIndex) => {
                const below = TIERS.slice(0, tierIndex).reduce((sum, other) => sum + day[other], 0);
                return (
                  <rect
                    key={tier}
                    data-tier={tier}
                    x={dayIndex * width + width * 0.1}
                    width={width * 0.8}
                    y={100 - ((below + day[tier]) / highest) * 100}
                    height={(day[tier] / highest) * 100}
                  />
                );
              })}
            </g>
          ))}
        </ChartFrame>
      </div>
    </figure>
  );
}

const complaintRate = ({ accepted, complaints }: ProviderCounts) =>
  accepted ? percent(complaints / accepted, 2) : '–';
const bounceRate = ({ accepted, hard_bounces }: ProviderCounts) =>
  accepted + hard_bounces ? percent(hard_bounces / (accepted + hard_bounces), 1) : '–';

const ProviderPanel = ({ providers }: Pick<ListHealth, 'providers'>) => (
  <Panel
    title="Mailbox providers"
    lead={`Emails from the last ${PROVIDER_DAYS} days, compared with the previous ${PROVIDER_DAYS} days. Keep spam complaints below 0.1%.`}
  >
    <WideNumberTable
      caption="Emails, spam complaints, and bounces by provider"
      head={[
        'Provider',
        'Emails',
        'Marked as spam',
        'Previous week: spam',
        'Hard bounces',
        'Previous week: hard bounces',
        'Soft bounces',
      ]}
      rows={providers.map(({ provider, before, ...week }) => [
        PROVIDER_NAMES[provider],
        number(week.accepted),
        complaintRate(week),
        complaintRate(before),
        bounceRate(week),
        bounceRate(before),
        number(week.soft_bounces),
      ])}
    />
  </Panel>
);

function SourcePanel({ sources }: Pick<ListHealth, 'sources'>) {
  const used = sources.filter(
    ({ sign_ups, confirmed, confirmed_before }) => sign_ups + confirmed + confirmed_before > 0,
  );
  return (
    <Panel title="Growth" lead={`Sign-ups in the last ${SOURCE_DAYS} days, by sign-up page.`}>
      {used.length === 0 ? (
        <p>
          {`Nobody signed up in the last ${SOURCE_DAYS} days, and nobody confirmed an address in the last ${2 * SOURCE_DAYS}.`}
        </p>
      ) : (
        <>
          <WideNumberTable
            caption={`Sign-ups and confirmed addresses, with those confirmed in the previous ${SOURCE_DAYS} days`}
            head={['Source', 'Signed up', 'Confirmed', `Confirmed, previous ${SOURCE_DAYS} days`]}
            rows={used.map(({ source, sign_ups, confirmed, confirmed_before }) => [
              SOURCE_NAMES[source],
              source === 'import' ? '–' : number(sign_ups),
              number(confirmed),
              number(confirmed_before),
            ])}
          />
          {used.some(({ source }) => source === 'import') && (
            <p>
              {SOURCE_NAMES.import}: readers whose consent is documented in the file, and readers who said yes when we
              asked. Undoing an import removes its readers.
            </p>
          )}
        </>
      )}
    </Panel>
  );
}
