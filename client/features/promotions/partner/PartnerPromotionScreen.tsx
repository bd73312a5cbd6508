import { useQuery } from '@tanstack/react-query';
import { promotionQuery } from '#client/api/partner-promotions.ts';
import { Link, useParams } from '#client/app/router.ts';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Cover } from '#client/ui/Cover.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Price } from '#client/ui/Price.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { StatusBadge } from '#client/ui/StatusBadge.tsx';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import { PromotionTimeline } from '../PromotionTimeline.tsx';
import { BookingPanel } from './BookingPanel.tsx';
import { DecisionPanel } from './DecisionPanel.tsx';
import { InvoicePanel } from './InvoicePanel.tsx';
import { NewDatePanel } from './NewDatePanel.tsx';
import classes from './PartnerPromotion.module.css';
import { PaymentPanel } from './PaymentPanel.tsx';
import { PercentilePanel } from './PercentilePanel.tsx';
import { ResultsPanel } from './ResultsPanel.tsx';
import { RunningVersion } from './RunningVersion.tsx';
import { SentCopyPanel } from './SentCopyPanel.tsx';

const ACTORS = { partner: 'You', user: 'Our editors', system: 'Deckle' };

/** Everything about one promotion, and what may still be done with it (`actions`). */
export function PartnerPromotionScreen() {
  const promotion = useQuery(promotionQuery(Number(useParams().id)));
  return (
    <Page>
      <Seo title={titleOf(promotion.data)} description="Your promotion, its clicks and its cost." noindex />
      <Loaded query={promotion} waiting={<Waiting />}>
        {(found) => (
          <>
            <Head promotion={found} />
            <PaymentPanel promotion={found} />
            <RunningVersion promotion={found} />
            <NewDatePanel promotion={found} />
            <DecisionPanel promotion={found} />
            <div className={classes.columns}>
              <div className={classes.column}>
                <ResultsPanel promotion={found} />
                <SentCopyPanel promotion={found} />
                <BookingPanel promotion={found} />
              </div>
              <div className={classes.column}>
                <InvoicePanel promotion={found} />
                <PercentilePanel promotion_id={found.id} />
                <Panel title="What happened">
                  <PromotionTimeline events={found.events ?? []} actors={ACTORS} />
                </Panel>
              </div>
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

const Waiting = () => (
  <>
    <h1 className="visually-hidden">Promotion</h1>
    <Skeleton height={640} />
  </>
);

const titleOf = (promotion: Promotion | undefined) =>
  promotion?.book ? `Promotion of ${promotion.book.title}` : 'Promotion';

const Head = ({ promotion }: { promotion: Promotion }) => (
  <div className={classes.head}>
    {promotion.book && (
      <Cover src={promotion.book.cover_url} alt={`Cover of ${promotion.book.title}`} width={112} eager />
    )}
    <div className={classes.headText}>
      <h1>{promotion.book?.title}</h1>
      <p>
        <DateText date={promotion.promotion_date ?? promotion.requested_date} /> · {promotion.category?.name}
      </p>
      <p className={classes.statusRow}>
        <StatusBadge status={promotion.display_status} />
        <Price {...promotion} />
      </p>
      <p className={classes.statusRow}>
        <Link to={paths.partnerBook(promotion.book_id)}>The book</Link>
        {isOver(promotion) && (
          <Button to={paths.partnerPromotionNew(promotion.book_id)} look="quiet">
            Promote it again
          </Button>
        )}
      </p>
    </div>
  </div>
);

const isOver = ({ sent_at, cancelled_at, approval_status, unable_to_send_at }: Promotion) =>
  Boolean(sent_at || cancelled_at || unable_to_send_at || approval_status === 'rejected');
