import { ArticlePage } from '#client/marketing/ArticlePage.tsx';
import { page } from '#client/marketing/pages/referral-program.ts';
import { ReferralPanel } from './ReferralPanel.tsx';

export const ReferralProgramScreen = () => (
  <ArticlePage article={page} kind="page">
    <ReferralPanel />
  </ArticlePage>
);
