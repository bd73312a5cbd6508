import { useQuery } from '@tanstack/react-query';
import { cardName } from '#client/features/billing/card-labels.ts';
import { cardText } from '#client/features/billing/staff/payment-words.ts';
import { GroupedSelect } from '#client/ui/app/GroupedSelect.tsx';
import { shortcutAttributes } from '#client/ui/app/keys.ts';
import { Button } from '#client/ui/Button.tsx';
import { calendarDay, useShell } from '#client/ui/shell.ts';
import type { Promotion } from '#shared/promotions.ts';
import { approvalProblem, dateProblem, EMAIL_UNVERIFIED_TEXT, isEmailUnverified } from './approval.ts';
import { amountDue, canCharge, confirmCharge } from './confirm-charge.ts';
import classes from './DecisionBar.module.css';
import { dateChoices, firstToPropose, isUnrequested, shortDate } from './date-choices.ts';
import { ACTION_OF, type FormDecision, WRITE_OFF } from './decision-forms.ts';
import { Key } from './Key.tsx';
import { slotsQuery } from './ReviewContext.tsx';
import { scrollIntoView } from './scroll-into-view.ts';
import { changesProblem } from './verdict.ts';

type Props = {
  promotion: Promotion;
  /** The date to approve the promotion for, or to propose; '' for the server's choice. */
  date: string;
  onDate: (date: string) => void;
  onApprove: () => void;
  /** The question before an approval, once it was asked (useApprovalWarning). */
  warning: string;
  onAcceptChanges: () => void;
  /** Called after the confirmation, which names the card. */
  onCharge: () => void;
  onAsk: (kind: FormDecision) => void;
  busy?: boolean;
  /** Keys that act on the selected rows instead of this promotion. */
  bulkKeys?: string;
};

/** Buttons for the decisions that the promotion's `actions` allow. */
export function DecisionBar({
  promotion,
  date,
  onDate,
  onApprove,
  warning,
  onAcceptChanges,
  onCharge,
  onAsk,
  busy = false,
  bulkKeys = '',
}: Props) {
  const { actions } = promotion;
  const canApprove = actions.includes('approve');
  const shell = useShell();
  const { business_date } = shell;
  const slots = useQuery({ ...slotsQuery(promotion, business_date), enabled: canApprove }).data ?? [];
  const problem = approvalProblem(promotion, slots, date);
  const isProposal = isUnrequested(promotion, date);
  const problemWithDate = isProposal ? null : dateProblem(promotion, slots, date);
  const isFree = (letter: string) => letter !== '' && !bulkKeys.includes(letter);
  const key = (letter: string) => isFree(letter) && <Key name={letter} />;
  const pressed = (letter: string) => isFree(letter) && shortcutAttributes(letter);
  const canAccept = actions.includes(ACTION_OF.accept_changes);
  const problemWithChanges = changesProblem(promotion);
  const isChargeable = canCharge(promotion);
  if (!canApprove && !canAccept && !isChargeable && !FORM_BUTTONS.some(({ kind }) => actions.includes(ACTION_OF[kind])))
    return null;
  return (
    <div className={classes.bar}>
      {canApprove && (
        <>
          {warning && (
            <p ref={scrollIntoView} role="alert" className={classes.question}>
              {warning}
            </p>
          )}
          <GroupedSelect
            label="Newsletter date"
            value={date}
            onChange={({ currentTarget: { value } }) => onDate(value)}
            options={dateChoices(promotion, slots, firstToPropose(business_date))}
          />
          {isProposal ? (
            <Button {...pressed('a')} onClick={() => onAsk('propose_date')} busy={busy}>
              Propose {shortDate(date)} {key('a')}
            </Button>
          ) : (
            <Button {...pressed('a')} onClick={onApprove} busy={busy} disabled={problem !== null}>
              {warning ? 'Approve anyway' : 'Approve'} {key('a')}
            </Button>
          )}
        </>
      )}
      {canAccept && (
        <Button {...pressed('a')} onClick={onAcceptChanges} busy={busy}>
          Approve changes {key('a')}
        </Button>
      )}
      {problemWithChanges && <Button disabled>Approve changes</Button>}
      {isChargeable && (
        <Button {...pressed('h')} onClick={() => confirmCharge(promotion, calendarDay(shell), onCharge)} busy={busy}>
          Charge {amountDue(promotion)} {key('h')}
        </Button>
      )}
      {FORM_BUTTONS.filter(({ kind }) => actions.includes(ACTION_OF[kind])).map(
        ({ kind, label, rest, letter, look }) => (
          <Button key={kind} {...pressed(letter)} look={look ?? 'quiet'} disabled={busy} onClick={() => onAsk(kind)}>
            {kind === 'cancel_approved' && promotion.sent_at ? (
              WRITE_OFF
            ) : (
              <span>
                {label}
                {rest && <span data-repeated>{rest}</span>}
              </span>
            )}{' '}
            {key(letter)}
          </Button>
        ),
      )}
      {problemWithChanges && (
        <div className={classes.notes}>
          <p className={classes.problem} data-problem data-repeated>
            {problemWithChanges}
          </p>
        </div>
      )}
      {canApprove && (
        <div className={classes.notes}>
          <CardLine card={promotion.card} />
          {isEmailUnverified(promotion) && <p className={classes.problem}>{EMAIL_UNVERIFIED_TEXT}</p>}
          {problemWithDate && <p className={classes.problem}>{problemWithDate}</p>}
        </div>
      )}
    </div>
  );
}

type FormButton = {
  kind: FormDecision;
  label: string;
  /** The part of the label that the dialog's title repeats, so that a phone can leave it out. */
  rest?: string;
  letter: string;
  look?: 'danger';
};

const FORM_BUTTONS: readonly FormButton[] = [
  { kind: 'reject', label: 'Decline', letter: 'r', look: 'danger' },
  { kind: 'partner_feedback', label: 'Ask', rest: ' for feedback', letter: 'f' },
  { kind: 'keep_approved', label: 'Keep approved', rest: ' version', letter: 'r' },
  { kind: 'ask_about_changes', label: 'Ask', rest: ' about the changes', letter: 'f' },
  { kind: 'reopen', label: 'Reopen', rest: ' promotion', letter: '' },
  { kind: 'cancel', label: 'Cancel', rest: ' promotion', letter: 'c' },
  { kind: 'cancel_approved', label: 'Cancel', rest: ' promotion', letter: 'c' },
];

/** The card to be charged ('Visa ending in 4242, valid until 12/27'), or a note that there's no valid default card. */
function CardLine({ card }: Pick<Promotion, 'card'>) {
  const today = calendarDay(useShell());
  if (card === undefined) return null;
  return (
    <p
      className={classes.card}
      {...(card?.is_chargeable ? { 'data-secondary': true } : { 'data-problem': true, 'data-repeated': true })}
    >
      {card?.is_chargeable
        ? `${cardName(card)}, valid until ${expiry(card)}`
        : card?.other_valid_card
          ? `Can’t be approved yet: ${cardText(card, today)}`
          : `No valid card: can’t be approved yet${card ? ` (${cardName(card)}, ${expiry(card)})` : ''}`}
    </p>
  );
}

/** '12/27', as it is printed on the card. */
const expiry = ({ exp_month, exp_year }: { exp_month: number; exp_year: number }) =>
  `${String(exp_month).padStart(2, '0')}/${String(exp_year % 100).padStart(2, '0')}`;
