import { useQuery } from '@tanstack/react-query';
import { sentCopyQuery } from '#client/api/partner-promotions.ts';
import { NewsletterPreview } from '#client/features/newsletters/NewsletterPreview.tsx';
import { sentDeal } from '#client/features/newsletters/preview-deal.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { InstantText } from '#client/ui/DateText.tsx';
import type { Promotion } from '#shared/promotions.ts';
import classes from './PartnerPromotion.module.css';

/** The entry as readers got it, also when the book was changed since. */
export function SentCopyPanel({ promotion: { id, sent_at } }: { promotion: Promotion }) {
  const { data } = useQuery({ ...sentCopyQuery(id), enabled: sent_at !== null });
  if (!data || sent_at === null) return null;
  return (
    <Panel title="What readers got">
      <NewsletterPreview deal={sentDeal(data)} />
      <p className={classes.muted}>
        Sent on <InstantText at={sent_at} />
      </p>
    </Panel>
  );
}
