import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { saveCredentials } from '#client/api/credentials.ts';
import { Link, useNavigate, useParams } from '#client/app/router.ts';
import { cardProblem } from '#client/features/billing/card-labels.ts';
import { Disputes, PayLink, StaffInvoiceDownload } from '#client/features/billing/staff/PaymentParts.tsx';
import {
  cardText,
  cardValidity,
  failureText,
  nextChargeText,
  staffInvoiceStatus,
} from '#client/features/billing/staff/payment-words.ts';
import { useSessionStore } from '#client/session/SessionContext.tsx';
import { validateToken } from '#client/session/session-api.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { confirmDialog } from '#client/ui/app/Dialog.tsx';
import { FactList } from '#client/ui/app/FactList.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { DataTable } from '#client/ui/DataTable.tsx';
import { DateText, InstantText } from '#client/ui/DateText.tsx';
import { LongTable } from '#client/ui/LongTable.tsx';
import { notify } from '#client/ui/notifications/notify.ts';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Price } from '#client/ui/Price.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { ListSkeleton, Skeleton } from '#client/ui/Skeletons.tsx';
import { Row, Stack } from '#client/ui/Stack.tsx';
import { StatusBadge } from '#client/ui/StatusBadge.tsx';
import { calendarDay, useShell } from '#client/ui/shell.ts';
import { formatCents } from '#shared/money.ts';
import type { PartnerDossier } from '#shared/partner-dossier.ts';
import { paths } from '#shared/paths.ts';
import { fetchPromotionsOfPartner, fetchUnpaidOfPartner, partnerKey, runAction, staff } from './api.ts';
import { PartnerNotes } from './PartnerNotes.tsx';
import { recordFacts } from './record-facts.ts';
import classes from './UserPartnerScreen.module.css';

/** A partner's account, promotions, invoices, emails, and notes. */
export function UserPartnerScreen() {
  const id = Number(useParams().id);
  const query = useQuery({
    queryKey: partnerKey(id),
    queryFn: async () => (await staff.dossier({ partner_id: id })).partner,
    staleTime: 0,
  });
  return (
    <Page>
      <Seo title={query.data?.name ?? 'Partner'} description="Partner details for staff." noindex />
      <PageTitle>{query.data?.name ?? 'Partner'}</PageTitle>
      <QueryBoundary query={query} placeholder={<Skeleton height={420} />}>
        {(partner) => (
          // The key discards typed text, so that it can't be saved to another partner.
          <Stack key={id}>
            <Account partner={partner} />
            {partner.record.unpaid_cents > 0 && (
              <Panel title="Unpaid" tone="alert">
                <Unpaid partner={partner} />
              </Panel>
            )}
            <div className={classes.columns}>
              <Stack>
                <Panel title="Internal notes">
                  <PartnerNotes partner_id={id} />
                </Panel>
                <Panel title="Track record">
                  <FactList facts={recordFacts(partner.record)} />
                </Panel>
                <Panel title="Cards">
                  <Cards partner={partner} />
                </Panel>
                <Panel title="Sign-in">
                  <SignIn partner={partner} />
                </Panel>
              </Stack>
              <Stack>
                <Panel title="Promotions">
                  <Promotions id={id} />
                </Panel>
                <Panel title="Invoices">
                  <Invoices partner={partner} />
                </Panel>
                <Panel title="Emails">
                  <Emails partner={partner} />
                </Panel>
              </Stack>
            </div>
          </Stack>
        )}
      </QueryBoundary>
    </Page>
  );
}

function Account({ partner }: { partner: PartnerDossier }) {
  const { id, email, partner_type, website, country, credit_cents, blocked_reason, deleted_at } = partner;
  return (
    <Stack>
      {deleted_at ? (
        <Alert kind="warning">This account was deleted.</Alert>
      ) : (
        blocked_reason && <Alert kind="warning" title={`Blocked: ${blocked_reason}`} />
      )}
      <p className={classes.line}>
        <a href={`mailto:${email}`}>{email}</a>
        <span>{partner_type === 'publisher' ? 'Publisher' : 'Author'}</span>
        {website && (
          <a href={website} target="_blank" rel="noopener noreferrer">
            {website}
          </a>
        )}
        {country && <span>{country}</span>}
        {credit_cents > 0 && <span>{formatCents(credit_cents)} credit</span>}
        <Link to={paths.adminRecord('partners', id)}>Edit in the admin panel</Link>
      </p>
      {!deleted_at && !blocked_reason && <ViewAs partner={partner} />}
    </Stack>
  );
}

/** Opens the partner's own screens with credentials that can only read. */
function ViewAs({ partner: { id, name } }: { partner: PartnerDossier }) {
  const session = useSessionStore();
  const navigate = useNavigate();
  const start = useMutation({
    mutationFn: async () => {
      const { credentials } = await staff.viewAs({ partner_id: id });
      saveCredentials('partner', credentials);
      return validateToken('partner');
    },
    onSuccess: async (record) => {
      session.setSignedIn('partner', record);
      await navigate(paths.dashboard());
    },
  });
  const confirmView = () =>
    confirmDialog({
      title: `View as ${name}`,
      text: 'You’ll see the partner’s screens for up to 15 minutes and can’t change anything. The audit log records it. If you’re signed in as a partner in this browser, you’ll be signed out of that account.',
      confirm: 'View as this partner',
      keep: 'Cancel',
      look: 'primary',
      onConfirm: () => start.mutate(),
    });
  return (
    <div>
      <Button look="quiet" busy={start.isPending} onClick={confirmView}>
        View as this partner
      </Button>
    </div>
  );
}

function Promotions({ id }: { id: number }) {
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: [...partnerKey(id), 'promotions', page],
    queryFn: () => fetchPromotionsOfPartner(id, page),
  });
  const isPastLastPage = page > 1 && query.data?.promotions.length === 0;
  useEffect(() => {
    if (isPastLastPage) setPage(1);
  }, [isPastLastPage]);
  return (
    <QueryBoundary query={query} placeholder={<ListSkeleton rows={3} height={44} />}>
      {({ promotions, meta }) =>
        meta.total_count === 0 ? (
          <p>No promotions yet.</p>
        ) : (
          <>
            <DataTable
              caption="Promotions, latest date first"
              head={['Book', 'Date', 'Price', 'Status']}
              rows={promotions.map((promotion) => [
                <Link key="book" to={paths.userPromotion(promotion.id)}>
                  {promotion.book?.title ?? `#${promotion.id}`}
                </Link>,
                <DateText key="date" date={promotion.promotion_date ?? promotion.requested_date} />,
                <Price key="price" {...promotion} />,
                <StatusBadge key="status" status={promotion.display_status} />,
              ])}
            />
            {meta.total_count > meta.per && (
              <Row>
                <Button look="quiet" disabled={page === 1} onClick={() => setPage(page - 1)}>
                  Later dates
                </Button>
                <Button look="quiet" disabled={page * meta.per >= meta.total_count} onClick={() => setPage(page + 1)}>
                  Earlier dates
                </Button>
              </Row>
            )}
          </>
        )
      }
    </QueryBoundary>
  );
}

/** Promotions whose charge failed or is still due, with the failures so far. */
function Unpaid({ partner: { id, invoices } }: { partner: PartnerDossier }) {
  const today = calendarDay(useShell());
  const query = useQuery({ queryKey: [...partnerKey(id), 'unpaid'], queryFn: () => fetchUnpaidOfPartner(id) });
  return (
    <QueryBoundary query={query} placeholder={<ListSkeleton rows={1} height={120} />}>
      {(promotions) => (
        <ul className={classes.unpaid}>
          {promotions.map((promotion) => {
            const { money, card, stripe_errors = [] } = promotion;
            const total_cents = money.invoiced?.total_cents ?? 0;
            const invoice = invoices.find((candidate) => candidate.id === promotion.invoice_id);
            return (
              <li key={promotion.id}>
                <p className={classes.line}>
                  <Link to={paths.userPromotion(promotion.id)}>{promotion.book?.title ?? `#${promotion.id}`}</Link>
                  <strong>{formatCents(total_cents)}</strong>
                  <StatusBadge status={promotion.display_status} />
                </p>
                {card !== undefined && <p>Card: {cardText(card, today)}</p>}
                {stripe_errors.map((error) => (
                  <p key={error.id}>{failureText(error)}</p>
                ))}
                {invoice && <p>Next automatic charge: {nextChargeText(invoice, card)}</p>}
                <PayLink promotion={promotion} total_cents={total_cents} />
              </li>
            );
          })}
        </ul>
      )}
    </QueryBoundary>
  );
}

function Invoices({ partner: { id, invoices, counts, credit_cards } }: { partner: PartnerDossier }) {
  const today = calendarDay(useShell());
  const canCharge = credit_cards.some((card) => card.is_default && cardProblem(card, today) === null);
  if (!invoices.length) return <p>No invoices yet.</p>;
  return (
    <>
      {invoices.map((invoice) => (
        <Disputes key={invoice.id} disputes={invoice.disputes} />
      ))}
      <LongTable
        caption="The latest invoices"
        head={['Number', 'Date', 'Amount', 'Status', 'File']}
        rows={invoices.map((invoice) => [
          <Link key="number" to={paths.adminRecord('invoices', invoice.id)}>
            {invoice.number}
          </Link>,
          <DateText key="date" date={invoice.date} />,
          formatCents(invoice.total_cents),
          // Without a valid default card, the next charge isn't shown.
          staffInvoiceStatus(canCharge ? invoice : { ...invoice, next_retry_at: null }),
          <StaffInvoiceDownload key="file" invoice={invoice} />,
        ])}
      />
      {counts.invoices > invoices.length && (
        <Link to={paths.adminList('invoices', { partner_id: String(id) })}>All {counts.invoices} invoices</Link>
      )}
    </>
  );
}

function Emails({ partner: { emails, counts } }: { partner: PartnerDossier }) {
  if (!emails.length) return <p>No emails yet.</p>;
  return (
    <>
      <LongTable
        caption="The latest emails to this partner"
        head={['Email', 'Time', 'Status']}
        rows={emails.map(({ template, state, created_at, sent_at, bounced_at }) => [
          emailName(template),
          <InstantText key="at" at={sent_at ?? created_at} />,
          bounced_at ? 'Bounced' : EMAIL_STATES[state],
        ])}
      />
      {counts.emails > emails.length && (
        <p>
          Showing the latest {emails.length} of {counts.emails}.
        </p>
      )}
    </>
  );
}

const EMAIL_STATES = { queued: 'Queued', sent: 'Sent', failed: 'Failed' };

/** Names of templates whose own names don't read well. */
const EMAIL_NAMES: Record<string, string> = {
  feedback_asked: 'Feedback requested',
  partner_welcome: 'Welcome',
  payment_confirmation_asked: 'Payment confirmation requested',
  promotion_cancelled: 'Promotion canceled',
  recapture: 'Check-in email',
  refund_made: 'Refund',
};

/** 'Promotion submitted', from 'promotion_submitted'. */
const emailName = (template: string) =>
  EMAIL_NAMES[template] ?? template.charAt(0).toUpperCase() + template.slice(1).replaceAll('_', ' ');

function Cards({ partner: { credit_cards } }: { partner: PartnerDossier }) {
  const today = calendarDay(useShell());
  if (!credit_cards.length) return <p>No cards yet.</p>;
  return (
    <ul className={classes.list}>
      {credit_cards.map((card) => {
        const cardInfo = { ...card, is_chargeable: cardProblem(card, today) === null };
        return (
          <li key={card.id} data-problem={cardValidity(cardInfo, today) !== 'valid'}>
            <span>{cardText(cardInfo, today)}</span>
            {card.is_default && <span>default</span>}
          </li>
        );
      })}
    </ul>
  );
}

function SignIn({ partner }: { partner: PartnerDossier }) {
  const { id, last_sign_in_at, email_verified_at, has_second_factor, sign_in, blocked_reason, deleted_at } = partner;
  const queryClient = useQueryClient();
  const act = useMutation({
    mutationFn: (action: Parameters<typeof runAction>[1]) => runAction(id, action),
    onSuccess({ message }) {
      notify.success(message);
      void queryClient.invalidateQueries({ queryKey: partnerKey(id) });
    },
  });
  return (
    <Stack>
      <FactList
        facts={[
          ['Last sign-in', last_sign_in_at ? <InstantText key="at" at={last_sign_in_at} /> : 'never'],
          ['Email verified', email_verified_at ? <InstantText key="at" at={email_verified_at} /> : 'not yet'],
          ['Two-factor authentication', has_second_factor ? 'on' : 'off'],
          [
            'Failed attempts in 24 hours',
            `${sign_in.wrong_attempts}${sign_in.is_throttled ? ', sign-in limited' : ''}`,
          ],
        ]}
      />
      {!blocked_reason && !deleted_at && (
        <Row>
          <Button look="quiet" busy={act.isPending} onClick={() => act.mutate('send_password_reset')}>
            Send password reset email
          </Button>
          {(sign_in.wrong_attempts > 0 || sign_in.is_throttled) && (
            <Button look="quiet" busy={act.isPending} onClick={() => act.mutate('lift_throttle')}>
              Reset failed sign-ins
            </Button>
          )}
        </Row>
      )}
    </Stack>
  );
}
