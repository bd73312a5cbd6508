import { Link } from '#client/app/router.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';

export function CreditPanel() {
  const credit = useSession().partner.record?.credit_cents ?? 0;
  return (
    <Panel title="Credit" aside={<strong>{formatCents(credit)}</strong>}>
      <p>
        {credit > 0
          ? 'It is used first: your next invoice takes it before your card is charged.'
          : 'Credit from referrals gathers here and is used before your card is charged.'}{' '}
        <Link to={paths.referralProgram()}>Your referral link</Link>
      </p>
    </Panel>
  );
}
