/** Parts of staff's screens about an invoice: its file, its disputes, and a link for its partner to pay. */
import { Alert } from '#client/ui/Alert.tsx';
import { CopyButton } from '#client/ui/CopyButton.tsx';
import { InstantText } from '#client/ui/DateText.tsx';
import { DownloadButton } from '#client/ui/DownloadButton.tsx';
import { Row, Stack } from '#client/ui/Stack.tsx';
import { useShell } from '#client/ui/shell.ts';
import { billingApi } from '#shared/api/billing.ts';
import { pathWith } from '#shared/api/client.ts';
import type { Invoice, InvoiceDispute } from '#shared/billing.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import { needsConfirmation } from '../confirmation.ts';
import { disputeTitle } from './payment-words.ts';

export const StaffInvoiceDownload = ({ invoice: { id, number } }: { invoice: Pick<Invoice, 'id' | 'number'> }) => (
  <DownloadButton path={pathWith(billingApi.invoicePdf.path, { id })} session="user">
    PDF<span className="visually-hidden"> of invoice {number}</span>
  </DownloadButton>
);

type PayLinkProps = { promotion: Promotion; total_cents: number };

/** Copies or emails the address at which the partner, after signing in, pays or confirms the payment. */
export function PayLink({ promotion, total_cents }: PayLinkProps) {
  const { app_url } = useShell();
  const { id, partner, book } = promotion;
  const link = app_url + (needsConfirmation(promotion) ? paths.confirmPayment(id) : paths.billing());
  const subject = `Your ${formatCents(total_cents)} payment for ${book?.title ?? `promotion ${id}`}`;
  const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`You can pay here: ${link}`)}`;
  return (
    <Row>
      <CopyButton text={link} subject={`for ${book?.title ?? `promotion ${id}`}`}>
        Copy payment link
      </CopyButton>
      {partner && <a href={`mailto:${partner.email}?${query}`}>Email payment link</a>}
    </Row>
  );
}

/** An invoice's disputes, newest first. */
export const Disputes = ({ disputes = [] }: { disputes: readonly InvoiceDispute[] | undefined }) =>
  disputes.map((dispute) => <Dispute key={dispute.id} dispute={dispute} />);

function Dispute({ dispute }: { dispute: InvoiceDispute }) {
  const { outcome, due_by, opened_at, dashboard_url, id } = dispute;
  const kind = outcome === null ? 'warning' : outcome === 'lost' ? 'error' : 'info';
  return (
    <Alert kind={kind} title={disputeTitle(dispute)}>
      <Stack gap="s">
        <p>
          Opened <InstantText at={opened_at} />.{' '}
          {outcome === null ? (
            due_by ? (
              <strong>
                Respond by <InstantText at={due_by} />.
              </strong>
            ) : (
              'No response is due.'
            )
          ) : outcome === 'won' ? (
            'We keep the payment.'
          ) : (
            'The bank returned the payment to the cardholder permanently.'
          )}
        </p>
        <p>
          {dashboard_url ? (
            <a href={dashboard_url} target="_blank" rel="noopener noreferrer">
              {outcome === null && due_by ? 'Respond in Stripe’s dashboard' : 'See it in Stripe’s dashboard'}
              <span className="visually-hidden"> (opens in a new tab)</span>
            </a>
          ) : (
            `The sandbox has no dashboard. The dispute’s ID is ${id}.`
          )}
        </p>
      </Stack>
    </Alert>
  );
}
