import { useQuery } from '@tanstack/react-query';
import { Panel } from '#client/partners/parts/Panel.tsx';
import { InstantText } from '#client/ui/DateText.tsx';
import type { Promotion } from '#shared/promotions.ts';
import { NewsletterPreview } from './NewsletterPreview.tsx';
import classes from './PartnerPromotion.module.css';
import { sentCopyQuery } from './partner-api.ts';
import { sentDeal } from './preview-deal.ts';

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
