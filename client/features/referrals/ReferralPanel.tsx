import { queryOptions, useQuery } from '@tanstack/react-query';
import { clientFor } from '#client/api/client.ts';
import { useSearchParams } from '#client/app/router.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { CopyText } from '#client/ui/CopyButton.tsx';
import { DataTable } from '#client/ui/DataTable.tsx';
import { InstantText } from '#client/ui/DateText.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { pageOf } from '#client/ui/search-params.ts';
import { referralsApi } from '#shared/api/referrals.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { formatCount } from '#shared/counts.ts';
import { formatCents } from '#shared/money.ts';
import { REFERRAL } from '#shared/referral-facts.ts';
import type { Referral, ReferralList } from '#shared/referral-records.ts';
import { KIND_LABELS, remainingCents, STATE_LABELS, shareTexts, visibleTotals } from './referral-labels.ts';

/** The signed-in partner's referral link and its results. Renders nothing for other visitors. */
export const ReferralPanel = () => (useSession().partner.isSignedIn ? <OwnReferrals /> : null);

function OwnReferrals() {
  const referrals = useQuery(referralsQuery(pageOf(useSearchParams()[0])));
  return (
    <Panel title="Your link and its results">
      <QueryBoundary query={referrals}>{(list) => <ReferralSummary {...list} />}</QueryBoundary>
    </Panel>
  );
}

const ReferralSummary = ({ program, totals, referrals, meta }: ReferralList) => (
  <>
    {program && (
      <>
        <CopyText label="Your referral link" text={program.link} action="Copy link" />
        <p>
          {formatCount(program.visits, 'visitor')} first came through your link;{' '}
          {formatCount(program.sign_ups, 'partner')} signed up.
        </p>
        <h3>Texts to share</h3>
        {shareTexts(program).map((text) => (
          <CopyText key={text.label} {...text} rows={4} />
        ))}
      </>
    )}
    <h3>Your rewards</h3>
    <DataTable
      caption="Totals"
      head={['Status', 'Amount']}
      rows={visibleTotals(totals).map(([label, cents]) => [label, formatCents(cents)])}
    />
    {referrals.length ? (
      <>
        <DataTable caption="Each reward" head={['Date', 'Reward', 'Amount', 'Status']} rows={referrals.map(rowOf)} />
        <Pagination meta={meta} href={(to) => (to > 1 ? `?page=${to}` : '?')} />
      </>
    ) : (
      <p>Your first reward will appear here after a partner who signed up through your link pays for a promotion.</p>
    )}
    <p>Pending rewards become credit after {REFERRAL.pending}.</p>
  </>
);

const rowOf = (referral: Referral) => [
  <InstantText key="at" at={referral.created_at} />,
  KIND_LABELS[referral.kind],
  formatCents(remainingCents(referral)),
  STATE_LABELS[referral.state],
];

const referralsQuery = (page: number) =>
  queryOptions({
    queryKey: ['partner', 'referrals', page],
    queryFn: () => clientFor(referralsApi, 'partner').list({ query: { page, per: RESULTS_PER_PAGE } }),
  });
