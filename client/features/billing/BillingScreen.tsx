import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { invoicesQuery, welcomeCreditQuery } from '#client/api/billing.ts';
import { lazyPart } from '#client/api/lazy-part.tsx';
import { SKIP_UNSAVED_PROMPT } from '#client/api/use-unsaved-guard.ts';
import { Link, useSearchParams } from '#client/app/router.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { Alert } from '#client/ui/Alert.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import button from '#client/ui/Button.module.css';
import { Button } from '#client/ui/Button.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { DownloadButton } from '#client/ui/DownloadButton.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { ListSkeleton, Skeleton } from '#client/ui/Skeletons.tsx';
import { Row } from '#client/ui/Stack.tsx';
import { StatusBadge } from '#client/ui/StatusBadge.tsx';
import { pageOf } from '#client/ui/search-params.ts';
import { billingApi } from '#shared/api/billing.ts';
import type { Invoice, PaymentConfirmation } from '#shared/billing.ts';
import { MAX_PER_PAGE, RESULTS_PER_PAGE } from '#shared/business.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { retryText } from '#shared/retry-text.ts';
import classes from './Billing.module.css';
import { BillingDetails } from './BillingDetails.tsx';
import { CardsPanel } from './CardsPanel.tsx';
import { needsConfirmation, PAID_TEXT, type Payment, sandboxBankPage, useConfirmation } from './confirmation.ts';
import { INVOICE_TYPES, InvoiceDownload, InvoiceLines, invoiceStatus } from './InvoiceFacts.tsx';
import { PayNowButton } from './PayNowButton.tsx';
import { type UnpaidPromotion, unpaidQuery } from './unpaid.ts';

export const BillingScreen = () => (
  <Page>
    <Seo title="Billing" description="Your cards, charges, and invoices." noindex />
    <PageTitle lead="We’ll charge your default card 72 hours after your newsletter goes out, and never more than $60.00 per promotion.">
      Billing
    </PageTitle>
    <ConfirmPanel />
    <UnpaidPanel />
    <CardsPanel />
    <CreditPanel />
    <BillingDetails />
    <InvoicesPanel />
  </Page>
);

const StripeConfirmButton = lazyPart(
  'payment',
  async () => (await import('./StripeConfirmButton.tsx')).StripeConfirmButton,
);

/** The payment to confirm. `?confirm=` has the promotion's id, in links from our email, our screens, and staff. */
function ConfirmPanel() {
  const id = Number(useSearchParams()[0].get('confirm'));
  return Number.isInteger(id) && id > 0 ? <Confirmation promotion_id={id} /> : null;
}

function Confirmation({ promotion_id }: { promotion_id: number }) {
  const confirmation = useConfirmation(promotion_id);
  useRefreshLists(confirmation.data?.state === 'paid');
  return (
    <Panel title="Confirm a payment" tone="alert">
      <QueryBoundary query={confirmation} placeholder={<Skeleton height={96} />}>
        {({ payment, promotion }) =>
          payment ? (
            <PendingPayment payment={payment} promotion={promotion} />
          ) : (
            <Alert kind="success">{PAID_TEXT}</Alert>
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

/** Reloads the lists that still show the promotion as unpaid. */
function useRefreshLists(isPaid: boolean) {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isPaid) return;
    for (const name of ['promotions', 'invoices']) void queryClient.invalidateQueries({ queryKey: ['partner', name] });
  }, [queryClient, isPaid]);
}

type Props = { payment: Payment; promotion: PaymentConfirmation['promotion'] };

function PendingPayment({ payment, promotion }: Props) {
  const label = `Confirm ${formatCents(payment.amount_cents)} payment`;
  return (
    <>
      <p>
        Your bank is asking you to confirm the charge for{' '}
        {promotion.book ? <cite>{promotion.book.title}</cite> : 'this promotion'}. It’ll ask for a code or for approval
        in its app.
      </p>
      {payment.problem && <Alert kind="error">{payment.problem}</Alert>}
      <div>
        {payment.mode === 'sandbox' || !payment.publishable_key ? (
          <a href={sandboxBankPage(payment, promotion.id)} className={button.button} data-look="primary">
            {label}
          </a>
        ) : (
          <StripeConfirmButton
            placeholder={<Skeleton height={44} />}
            promotion_id={promotion.id}
            payment={payment}
            publishableKey={payment.publishable_key}
          >
            {label}
          </StripeConfirmButton>
        )}
      </div>
    </>
  );
}

/** Promotions whose charge failed or is still due. Renders nothing without any. */
function UnpaidPanel() {
  const { data = [] } = useQuery(unpaidQuery(useQueryClient()));
  const { data: failed } = useQuery(invoicesQuery({ status: 'failed', per: MAX_PER_PAGE }));
  if (data.length === 0) return null;
  return (
    <Panel
      title="Unpaid"
      tone="alert"
      lead="You can’t book a new promotion until you’ve paid. You can pay now with your default card."
    >
      <ul className={classes.unpaidList}>
        {data.map((unpaid) => (
          <UnpaidRow
            key={unpaid.promotion.id}
            {...unpaid}
            declined={failed?.invoices.find(({ promotion_id }) => promotion_id === unpaid.promotion.id)}
          />
        ))}
      </ul>
    </Panel>
  );
}

const UnpaidRow = ({
  promotion,
  total_cents,
  problem,
  declined,
}: UnpaidPromotion & { declined: Invoice | undefined }) => (
  <li className={classes.row}>
    <div>
      <Link to={paths.partnerPromotion(promotion.id)} className={classes.title}>
        {promotion.book?.title}
      </Link>
      <p>
        <DateText date={promotion.promotion_date ?? promotion.requested_date} /> · {formatCents(total_cents)}
      </p>
      <StatusBadge status={promotion.display_status} />
      {problem && <p className={classes.problem}>{problem}</p>}
      {declined && <p>{retryText(declined.next_retry_at)}</p>}
    </div>
    <Row>
      {needsConfirmation(promotion) && (
        <Button to={paths.confirmPayment(promotion.id)}>Confirm {formatCents(total_cents)} payment</Button>
      )}
      <PayNowButton promotion_id={promotion.id} total_cents={total_cents} />
    </Row>
  </li>
);

function CreditPanel() {
  const credit = useSession().partner.record?.credit_cents ?? 0;
  const { data: welcome = 0 } = useQuery(welcomeCreditQuery());
  return (
    <Panel title="Credit" aside={<strong>{formatCents(credit)}</strong>}>
      {welcome > 0 && (
        <p>
          You were invited, so we’ll take {formatCents(welcome)} off your first promotion when we charge for its clicks.
          If your inviter or another invited author has used your card, we’ll review the credit first.
        </p>
      )}
      <p>
        {credit > 0
          ? 'We’ll apply it to your next invoice before charging your card.'
          : 'Your referral credit will appear here. We’ll use it before we charge your card.'}{' '}
        <Link to={paths.referralProgram()}>Your referral link</Link>
      </p>
    </Panel>
  );
}

function InvoicesPanel() {
  const [params] = useSearchParams();
  const page = pageOf(params);
  /** Keeps the query's other parameters, such as `confirm`. */
  const href = (to: number) => {
    const next = new URLSearchParams(params);
    next.set('page', String(to));
    if (to === 1) next.delete('page');
    return `?${next}`;
  };
  const invoices = useQuery(invoicesQuery({ page, per: RESULTS_PER_PAGE }));
  const total = invoices.data?.meta.total_count;
  return (
    <Panel title="Invoices" aside={total ? <span>{total === 1 ? '1 invoice' : `${total} invoices`}</span> : null}>
      <QueryBoundary query={invoices} placeholder={<ListSkeleton rows={6} height={64} />}>
        {({ invoices, meta }) =>
          invoices.length === 0 ? (
            <p>No invoices yet. You’ll get the first one 72 hours after your first promotion goes out.</p>
          ) : (
            <>
              <ul className={classes.list}>
                {invoices.map((invoice) => (
                  <InvoiceRow key={invoice.id} invoice={invoice} />
                ))}
              </ul>
              <Pagination meta={meta} href={href} state={SKIP_UNSAVED_PROMPT} />
              <div>
                <DownloadButton path={billingApi.invoicesCsv.path}>Download all as CSV</DownloadButton>
              </div>
            </>
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

/** An invoice that expands to show its lines. */
const InvoiceRow = ({ invoice }: { invoice: Invoice }) => (
  <li>
    <details className={classes.invoice}>
      <summary className={classes.summary}>
        <span className={classes.number}>No. {invoice.number}</span>
        <span className={classes.muted}>
          <DateText date={invoice.date} />
          <br />
          {(invoice.promotion_id && invoice.lines[0]?.description) || INVOICE_TYPES[invoice.invoice_type]}
        </span>
        <span className={classes.status} data-status={invoice.status}>
          {invoiceStatus(invoice)}
        </span>
        <strong className={classes.total}>{formatCents(invoice.total_cents)}</strong>
      </summary>
      <div className={classes.unfolded}>
        <InvoiceLines invoice={invoice} />
        <InvoiceDownload invoice={invoice} />
        {invoice.promotion_id && (
          <Link to={paths.partnerPromotion(invoice.promotion_id)}>See the promotion and its clicks</Link>
        )}
      </div>
    </details>
  </li>
);
