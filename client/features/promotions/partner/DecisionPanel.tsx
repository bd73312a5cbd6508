import { useMutation, useQuery } from '@tanstack/react-query';
import { confirmDate, giveFeedback, useRefreshPromotions } from '#client/api/partner-promotions.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { Link } from '#client/app/router.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { TextField } from '#client/ui/Field.tsx';
import { Stack } from '#client/ui/Stack.tsx';
import { useShell } from '#client/ui/shell.ts';
import { formatInstant } from '#shared/dates.ts';
import { dealEnd } from '#shared/deal-dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { paths } from '#shared/paths.ts';
import { PartnerFeedback, type Promotion } from '#shared/promotions.ts';
import { reasonText } from '#shared/reasons.ts';
import { cutoffOf } from '../cutoff.ts';
import { categoriesQuery } from './booking-api.ts';
import classes from './PartnerPromotion.module.css';
import { noAnswerText } from './question-texts.ts';

/** The editors' question and the partner's answer, or the reason why the promotion won't run. */
export function DecisionPanel({ promotion }: { promotion: Promotion }) {
  if (promotion.actions.includes('submit_feedback')) return <Question promotion={promotion} />;
  if (promotion.approval_status === 'rejected') return <Declined promotion={promotion} />;
  if (promotion.unable_to_send_at) return <UnableToSend promotion={promotion} />;
  if (promotion.cancelled_at) return <Cancelled promotion={promotion} />;
  if (promotion.partner_feedback) return <AnsweredQuestion promotion={promotion} />;
  return null;
}

function Question({ promotion }: { promotion: Promotion }) {
  const { business_date } = useShell();
  const proposed = promotion.actions.includes('confirm_date') ? promotion.proposed_date : null;
  const isConfirmable = proposed !== null && proposed >= business_date;
  const refresh = useRefreshPromotions();
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { feedback: '' },
    schema: PartnerFeedback,
    submit: ({ feedback }) => giveFeedback(promotion.id, feedback),
    success: 'Your answer was sent to our editors.',
    onSettled: refresh,
  });
  return (
    <Panel
      title={proposed ? 'Can we run it on another date?' : 'Our editors have a question'}
      tone="alert"
      lead={noAnswerText(promotion)}
    >
      <p className={classes.message}>{promotion.staff_message}</p>
      {isConfirmable && <ProposedDate promotion={promotion} date={proposed} />}
      {proposed && !isConfirmable && (
        <p>The newsletter for {formatDate(proposed)} has closed, so you can’t confirm that date anymore.</p>
      )}
      <form onSubmit={onSubmit} noValidate className={classes.reply}>
        <TextField
          label={isConfirmable ? 'Or suggest another date' : proposed ? 'Suggest another date' : 'Your answer'}
          required
          rows={3}
          maxLength={2000}
          {...form.getInputProps('feedback')}
        />
        <Button type="submit" look={isConfirmable ? 'quiet' : 'primary'} busy={busy}>
          Send answer
        </Button>
      </form>
    </Panel>
  );
}

const AnsweredQuestion = ({ promotion }: { promotion: Promotion }) => (
  <Panel title="Questions and answers">
    {promotion.staff_message && <p className={classes.message}>{promotion.staff_message}</p>}
    <p>
      <strong>You answered:</strong> {promotion.partner_feedback}
    </p>
  </Panel>
);

function Declined({ promotion }: { promotion: Promotion }) {
  const { data: categories } = useQuery(categoriesQuery());
  const suggested = categories?.find(({ id }) => id === promotion.suggested_category_id);
  return (
    <Panel title="Why it was declined">
      {promotion.reason_codes.length > 0 && (
        <ul className={classes.reasons}>
          {promotion.reason_codes.map((code) => (
            <li key={code}>{reasonText(code)}</li>
          ))}
        </ul>
      )}
      {promotion.staff_message && <p className={classes.message}>{promotion.staff_message}</p>}
      {suggested && <p>Our editors suggest the category {suggested.name}.</p>}
      <p>
        {resubmitText(promotion)} You weren’t charged. <Link to={paths.promotionRequirements()}>All requirements</Link>
      </p>
    </Panel>
  );
}

/** Says when the book can be resubmitted. A promotion declined because the partner didn't answer has no codes. */
function resubmitText({ resubmit_on, reason_codes }: Promotion) {
  if (resubmit_on) return `You can submit this book again on or after ${formatDate(resubmit_on)}.`;
  return `You can submit this book again ${reason_codes.length ? 'as soon as you’ve fixed the problems above' : 'at any time'}.`;
}

const UnableToSend = ({ promotion }: { promotion: Promotion }) => (
  <Panel title="We couldn’t run your promotion">
    <p>
      {promotion.unable_reason === null
        ? 'The newsletter closed without your promotion.'
        : reasonText(promotion.unable_reason)}
    </p>
    <p>We didn’t charge you, and if you used a discount code, you can use it again.</p>
  </Panel>
);

const Cancelled = ({ promotion }: { promotion: Promotion }) => (
  <Panel title="Canceled">
    <p>
      {promotion.cancelled_by === 'partner' ? 'You canceled this promotion.' : 'We canceled this promotion.'}{' '}
      {promotion.cancel_reason}
    </p>
  </Panel>
);

/** The date that our editors proposed, with a button to confirm it. */
function ProposedDate({ promotion, date }: { promotion: Promotion; date: string }) {
  const refresh = useRefreshPromotions();
  const closes_at = cutoffOf(date, useShell());
  const { answer_by } = promotion;
  const confirm = useMutation({
    mutationFn: () => confirmDate(promotion.id, date),
    meta: { success: 'Thanks. Our editors will make a final decision on that date soon.' },
    onSettled: refresh,
  });
  return (
    <Stack>
      <p>
        We’ll only run it on {formatDate(date)} if you confirm by{' '}
        {formatInstant(answer_by && answer_by < closes_at ? answer_by : closes_at)}. Your deal then ends on{' '}
        {formatDate(dealEnd(promotion.deal_ends_on, [date]))}.
      </p>
      <div>
        <Button busy={confirm.isPending} onClick={() => confirm.mutate()}>
          Confirm this date
        </Button>
      </div>
    </Stack>
  );
}
