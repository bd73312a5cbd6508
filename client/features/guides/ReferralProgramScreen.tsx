import { ReferralPanel } from '#client/features/referrals/ReferralPanel.tsx';
import { article } from '../../../content/partners-referral-program.md';
import { ArticlePage } from './ArticlePage.tsx';

export const ReferralProgramScreen = () => (
  <ArticlePage article={article}>
    <ReferralPanel />
  </ArticlePage>
);
