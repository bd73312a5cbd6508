import { ReferralPanel } from '#client/features/referrals/ReferralPanel.tsx';
import { ArticlePage } from './ArticlePage.tsx';
import { page } from './referral-program.ts';

export const ReferralProgramScreen = () => (
  <ArticlePage article={page} kind="page">
    <ReferralPanel />
  </ArticlePage>
);
