import { queryOptions, useQuery } from '@tanstack/react-query';
import { clientFor } from '#client/api/client.ts';
import { useSearchParams } from '#client/app/router.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { CopyText } from '#client/ui/CopyButton.tsx';
import { DataTable } from '#client/ui/DataTable.tsx';
import { InstantText } from '#client/ui/DateText.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { pageOf } from '#client/ui/search-params.ts';
import { referralsApi } from '#shared/api/referrals.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { formatCents } from '#shared/money.ts';
import type { Referral, ReferralList } from '#shared/referral-records.ts';
import { REFERRAL } from './figures.ts';
import { KINDS, leftOf, STATES, shareTexts, totalsShown } from './referral-words.ts';

/** The signed-in partner's own link and what it brought; nothing for anybody else, nor while that is not known. */
export const ReferralPanel = () => (useSession().partner.isSignedIn ? <OwnReferrals /> : null);

function OwnReferrals() {
  const referrals = useQuery(referralsQuery(pageOf(useSearchParams()[0])));
  return (
    <Panel title="Your link and what it brought">
      <Loaded query={referrals}>{(list) => <Brought {...list} />}</Loaded>
    </Panel>
  );
}

const Brought = ({ program, totals, referrals, meta }: ReferralList) => (
  <>
    {program && (
      <>
        <CopyText label="Your referral link" text={program.link} action="Copy the link" />
        <p>
          {counted(program.visits, 'visitor')} came by it first, {counted(program.sign_ups, 'partner')} signed up.
        </p>
        <h3>Texts to send</h3>
        {shareTexts(program).map(({ label, text }) => (
          <CopyText key={label} label={label} text={text} action={`Copy: ${label.toLowerCase()}`} rows={4} />
        ))}
      </>
    )}
    <h3>Your rewards</h3>
    <DataTable
      caption="Together"
      head={['State', 'Amount']}
      rows={totalsShown(totals).map(([label, cents]) => [label, formatCents(cents)])}
    />
    {referrals.length ? (
      <>
        <DataTable caption="One by one" head={['Since', 'What', 'Amount', 'State']} rows={referrals.map(rowOf)} />
        <Pagination meta={meta} href={(to) => (to > 1 ? `?page=${to}` : '?')} />
      </>
    ) : (
      <p>Your first reward is written here when a partner who came by your link has paid a promotion.</p>
    )}
    <p>Pending rewards become credit after {REFERRAL.pending}.</p>
  </>
);

const rowOf = (referral: Referral) => [
  <InstantText key="at" at={referral.created_at} />,
  KINDS[referral.kind],
  formatCents(leftOf(referral)),
  STATES[referral.state],
];

/** '1 visitor', '2 visitors' */
const counted = (count: number, word: string) => `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`;

const referralsQuery = (page: number) =>
  queryOptions({
    queryKey: ['partner', 'referrals', page],
    queryFn: () => clientFor(referralsApi, 'partner').list({ query: { page, per: RESULTS_PER_PAGE } }),
  });
