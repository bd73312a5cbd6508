import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { invoicesQuery } from '#client/api/billing.ts';
import { promotionQuery, sentCopyQuery } from '#client/api/partner-promotions.ts';
import { Link, useParams } from '#client/app/router.ts';
import { needsConfirmation } from '#client/features/billing/confirmation.ts';
import { InvoiceFacts } from '#client/features/billing/InvoiceFacts.tsx';
import { PayNowButton } from '#client/features/billing/PayNowButton.tsx';
import { NewsletterEntryPreview } from '#client/features/newsletters/NewsletterEntryPreview.tsx';
import { sentDeal } from '#client/features/newsletters/preview-deal.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Cover } from '#client/ui/Cover.tsx';
import { DateText, InstantText } from '#client/ui/DateText.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Price } from '#client/ui/Price.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { Stack } from '#client/ui/Stack.tsx';
import { StatusBadge } from '#client/ui/StatusBadge.tsx';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import { ChangeList } from '../ChangeList.tsx';
import { PromotionTimeline } from '../PromotionTimeline.tsx';
import { BookingPanel } from './BookingPanel.tsx';
import { DecisionPanel } from './DecisionPanel.tsx';
import { NewDatePanel } from './NewDatePanel.tsx';
import classes from './PartnerPromotion.module.css';
import { PriceWatchPanel } from './PriceWatchPanel.tsx';
import { PercentilePanel, ResultsPanel } from './ResultsPanel.tsx';
import { SalesPanel } from './SalesPanel.tsx';
import { SharePanel } from './SharePanel.tsx';

const ACTORS = { partner: 'You', user: 'Our editors', system: 'Deckle' };

/** Everything about one promotion, with the actions that the server allows. */
export function PartnerPromotionScreen() {
  const promotion = useQuery(promotionQuery(Number(useParams().id)));
  return (
    <Page>
      <Seo title={titleOf(promotion.data)} description="Your promotion, its clicks, and its cost." noindex />
      <QueryBoundary query={promotion} placeholder={<PromotionSkeleton />}>
        {(data) => (
          // Keyed, so that an open form doesn't move to the next promotion.
          <Fragment key={data.id}>
            <Head promotion={data} />
            <PaymentPanel promotion={data} />
            <RunningVersion promotion={data} />
            <NewDatePanel promotion={data} />
            <DecisionPanel promotion={data} />
            <PriceWatchPanel promotion_id={data.id} />
            <div className={classes.columns}>
              <Stack>
                <SalesPanel promotion={data} />
                <ResultsPanel promotion={data} />
                <SentCopyPanel promotion={data} />
                <BookingPanel promotion={data} />
                <SharePanel promotion={data} />
              </Stack>
              <Stack>
                <InvoicePanel promotion={data} />
                <PercentilePanel promotion_id={data.id} />
                <Panel title="Timeline">
                  <PromotionTimeline events={data.events ?? []} actors={ACTORS} />
                </Panel>
              </Stack>
            </div>
          </Fragment>
        )}
      </QueryBoundary>
    </Page>
  );
}

const PromotionSkeleton = () => (
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
    <Stack gap="s">
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
    </Stack>
  </div>
);

const isOver = ({ sent_at, cancelled_at, approval_status, unable_to_send_at }: Promotion) =>
  Boolean(sent_at || cancelled_at || unable_to_send_at || approval_status === 'rejected');

/** The unpaid amount, the reason why the last charge failed, and the button to pay. */
function PaymentPanel({ promotion }: { promotion: Promotion }) {
  const { invoiced } = promotion.money;
  if (!promotion.actions.includes('charge') || !invoiced) return null;
  const openError = promotion.stripe_errors?.find(({ resolved_at }) => resolved_at === null);
  return (
    <Panel title={openError ? 'Payment failed' : 'Awaiting payment'} tone="alert">
      {openError && (
        <p>
          <strong>{openError.message}</strong>{' '}
          <span className={classes.muted}>
            <InstantText at={openError.created_at} />
          </span>
        </p>
      )}
      {needsConfirmation(promotion) && (
        <div>
          <Button to={paths.confirmPayment(promotion.id)}>Confirm {formatCents(invoiced.total_cents)} payment</Button>
        </div>
      )}
      <p>
        {formatCents(invoiced.total_cents)} is due. If you pay now, we’ll charge your default card.{' '}
        <Link to={paths.billing()}>See or change your cards</Link>
      </p>
      <div>
        <PayNowButton promotion_id={promotion.id} total_cents={invoiced.total_cents} />
      </div>
    </Panel>
  );
}

/** Shows which version of a changed promotion will run, or why it might not run at all. */
function RunningVersion({ promotion: { changed_since_review: changes, at_risk } }: { promotion: Promotion }) {
  if (!changes && !at_risk) return null;
  if (at_risk)
    return (
      <Panel title="Your promotion won’t be sent as it is" tone="alert" lead={at_risk}>
        {changes?.held_because ? (
          <>
            <p>
              Our editors still need to review your change. If they don’t before the newsletter closes, the promotion
              won’t run, and you won’t be charged. To run it as approved, undo your change.
            </p>
            <ChangeList changes={changes.changes} />
          </>
        ) : (
          <p>Fix this before the newsletter closes. Otherwise the promotion won’t run, and you won’t be charged.</p>
        )}
      </Panel>
    );
  return (
    <Panel
      title="The approved version will run"
      lead="You changed this promotion after we approved it. Until our editors approve your changes, the approved version will run."
    >
      <ChangeList changes={changes!.changes} />
    </Panel>
  );
}

/** The entry as readers got it, even if the book has changed since. */
function SentCopyPanel({ promotion: { id, sent_at } }: { promotion: Promotion }) {
  const { data } = useQuery({ ...sentCopyQuery(id), enabled: sent_at !== null });
  if (!data || sent_at === null) return null;
  return (
    <Panel title="What readers saw">
      <NewsletterEntryPreview deal={sentDeal(data)} />
      <p className={classes.muted}>
        Sent on <InstantText at={sent_at} />
      </p>
    </Panel>
  );
}

/** The invoice, once the clicks are counted. */
function InvoicePanel({ promotion }: { promotion: Promotion }) {
  const hasInvoice = promotion.invoice_id !== null;
  const invoices = useQuery({ ...invoicesQuery({ promotion_id: promotion.id }), enabled: hasInvoice });
  if (!hasInvoice) return null;
  return (
    <Panel title="Invoice">
      <QueryBoundary query={invoices} placeholder={<Skeleton height={120} />}>
        {({ invoices: data }) => data.map((invoice) => <InvoiceFacts key={invoice.id} invoice={invoice} />)}
      </QueryBoundary>
    </Panel>
  );
}
