import { REFERRAL } from '#client/referrals/figures.ts';
import { Link } from '#client/router.ts';
import { paths } from '#shared/paths.ts';
import { Panel } from './parts/Panel.tsx';

export const InvitePanel = () => (
  <Panel title="Invite other authors">
    <p>
      They begin with {REFERRAL.welcome} of credit, and you get {REFERRAL.reward} of what they pay for {REFERRAL.period}
      . <Link to={paths.referralProgram()}>Your referral link</Link>
    </p>
  </Panel>
);
