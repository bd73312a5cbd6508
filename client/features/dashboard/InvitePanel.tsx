import { Link } from '#client/app/router.ts';
import { REFERRAL } from '#client/features/referrals/figures.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { paths } from '#shared/paths.ts';

export const InvitePanel = () => (
  <Panel title="Invite other authors">
    <p>
      They begin with {REFERRAL.welcome} of credit, and you get {REFERRAL.reward} of what they pay for {REFERRAL.period}
      . <Link to={paths.referralProgram()}>Your referral link</Link>
    </p>
  </Panel>
);
