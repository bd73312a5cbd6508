import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useApp } from '#client/api/app.ts';
import { categoriesQuery } from '#client/api/categories.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Dialog } from '#client/ui/app/Dialog.tsx';
import { pressCommand, shortcutAttributes, useKeys } from '#client/ui/app/keys.ts';
import { Button } from '#client/ui/Button.tsx';
import { Check, FieldGroup, TextField } from '#client/ui/Field.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { Row } from '#client/ui/Stack.tsx';
import { useShell } from '#client/ui/shell.ts';
import { formatCount } from '#shared/counts.ts';
import { addDays } from '#shared/dates.ts';
import type { Promotion } from '#shared/promotions.ts';
import { REASONS, type ReasonCode } from '#shared/reasons.ts';
import { EDITOR_CODES, RULE_CODES } from '#shared/submission-rules.ts';
import { type Decision, fetchPromotionCounts } from './api.ts';
import { acceptedDraftKey, type BulkReport } from './bulk.ts';
import classes from './DecisionBar.module.css';
import { firstToPropose, moveChoices, shortDate } from './date-choices.ts';
import {
  ACTION_OF,
  BULK_DECISION_FORMS,
  type BulkFormDecision,
  type DecisionDraft,
  decisionOf,
  draftKey,
  EMPTY_DRAFT,
  type FormDecision,
  formTexts,
  type OpenDecisionForm,
  type Problem,
} from './decision-forms.ts';
import { Key } from './Key.tsx';
import { REASON_KEYS } from './review-keys.ts';
import { scrollIntoView } from './scroll-into-view.ts';
import { TEMPLATES_OF, Templates } from './Templates.tsx';
import { ALL_COUNTS, type PendingDecision } from './use-decisions.ts';

type Props = {
  openForm: OpenDecisionForm | null;
  /** The last decision that was accepted; its draft is dropped. */
  done: PendingDecision | null;
  /** The result of the last bulk decision; if some of it was accepted, its draft is dropped. */
  report?: BulkReport | null;
  /** Shown above the form's buttons. */
  notice?: ReactNode;
  /** The promotion that the screen shows, as it is now. The form may be about another one. */
  current: Promotion | null;
  onDecide: (promotion: Promotion, decision: Decision) => void;
  onClose: () => void;
};

/** Asks for a decision's message and reasons, which stay until the server has accepted them. */
export function DecisionDialog({ openForm, done, report, notice, current, onDecide, onClose }: Props) {
  const drafts = useRef(new Map<string, DecisionDraft>());
  useEffect(() => {
    if (done) drafts.current.delete(draftKey({ ...done, kind: done.decision.kind }));
  }, [done]);
  useEffect(() => {
    const accepted = report && acceptedDraftKey(report);
    if (accepted) drafts.current.delete(accepted);
  }, [report]);

  useKeys({
    title: 'In the decline dialog',
    table: REASON_KEYS,
    commands: Object.fromEntries(Object.entries(REASON_KEYS).map(([key, { command }]) => [command, pressReason(key)])),
    place: 'dialog',
    isActive: openForm?.kind === 'reject',
  });

  const key = openForm ? draftKey(openForm) : '';
  return (
    <Dialog isOpen={openForm !== null} onClose={onClose} title={openForm && titleOf(openForm)} size="lg">
      {openForm && (
        <DecisionForm
          // A reopening may replace the open form, whose text belongs to another promotion.
          key={key}
          kind={openForm.kind}
          promotion={openForm.promotion}
          date={openForm.date}
          bulk={openForm.bulk}
          notice={notice}
          obstacle={obstacleTo(openForm, current)}
          initial={drafts.current.get(key) ?? EMPTY_DRAFT}
          onChange={(draft) => drafts.current.set(key, draft)}
          onDecide={(decision) => onDecide(openForm.promotion, decision)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

/** The reason why the open form's decision can't be sent anymore, such as another status or a change, or null. */
export function obstacleTo({ kind, promotion, bulk }: OpenDecisionForm, current: Promotion | null) {
  if (bulk || current?.id !== promotion.id) return null;
  if (!current.actions.includes(ACTION_OF[kind]))
    return current.display_status === promotion.display_status
      ? 'This can’t be sent: this decision isn’t possible anymore.'
      : `This can’t be sent: the promotion’s status is now “${current.display_status}”.`;
  return current.review_version === promotion.review_version
    ? null
    : 'This can’t be sent: the promotion has changed since you opened the form. Go back to see the change; your text will still be here.';
}

function titleOf({ kind, promotion, date, bulk }: OpenDecisionForm) {
  if (bulk) return textsOf(kind, promotion, true).title.replace('{promotions}', formatCount(bulk.length, 'promotion'));
  return `${date ? `Propose ${shortDate(date)}` : formTexts(kind, promotion).title}: ${promotion.book?.title ?? `#${promotion.id}`}`;
}

const textsOf = (kind: FormDecision, promotion: Promotion, isBulk: boolean) =>
  isBulk && kind in BULK_DECISION_FORMS ? BULK_DECISION_FORMS[kind as BulkFormDecision] : formTexts(kind, promotion);

const pressReason = (key: string) => pressCommand(key, '[role="dialog"]');

type DecisionFormProps = {
  kind: FormDecision;
  promotion: Promotion;
  /** The date to propose. */
  date: string | undefined;
  bulk: OpenDecisionForm['bulk'];
  notice: ReactNode;
  /** The reason why the decision can't be sent anymore. */
  obstacle: string | null;
  initial: DecisionDraft;
  onChange: (draft: DecisionDraft) => void;
  onDecide: (decision: Decision) => void;
  onClose: () => void;
};

const MOVE_DATE_COUNT = 30;

/** The dates that a bulk move offers. */
const moveDates = (business_date: string) => {
  const first = firstToPropose(business_date);
  return Array.from({ length: MOVE_DATE_COUNT }, (_, index) => addDays(first, index));
};

/** Decisions that decline or cancel the promotion. */
const ENDING_DECISIONS: ReadonlySet<FormDecision> = new Set(['reject', 'cancel', 'cancel_approved']);

function DecisionForm(props: DecisionFormProps) {
  const { kind, promotion, bulk, notice, obstacle, initial, onChange, onDecide, onClose } = props;
  const dates = moveDates(useShell().business_date);
  const isMove = bulk !== undefined && kind === 'propose_date';
  const slots = useQuery({
    queryKey: [...ALL_COUNTS, dates[0]],
    queryFn: () => fetchPromotionCounts({ date_from: dates[0]!, date_to: dates.at(-1)! }),
    enabled: isMove,
    meta: { silent: true },
  }).data;
  const [date, setDate] = useState(props.date ?? dates[0]!);
  const [draft, setDraft] = useState(initial);
  const [problem, setProblem] = useState<Problem | null>(null);
  const errorOf = (field: Problem['field']) => (problem?.field === field ? problem.text : undefined);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>(problem.field === 'message' ? 'textarea' : 'input')?.focus();
  }, [problem]);
  const { label, hint, button } = textsOf(kind, promotion, bulk !== undefined);

  const change = (part: Partial<DecisionDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    setProblem(null);
    onChange(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (obstacle) return;
    const decision = decisionOf(kind, draft, date);
    if ('field' in decision) setProblem(decision);
    else onDecide(decision);
  };
  return (
    <form ref={form} onSubmit={submit} className={classes.form}>
      {isMove && (
        <SelectField
          label="Newsletter date"
          value={date}
          onChange={({ currentTarget: { value } }) => setDate(value)}
          options={moveChoices(bulk, slots ?? [], dates)}
          data-autofocus
        />
      )}
      {kind === 'reject' && <ReasonChoices draft={draft} error={errorOf('reason_codes')} onChange={change} />}
      <TextField
        label={label}
        hint={hint}
        error={errorOf('message')}
        value={draft.message}
        onChange={(event) => change({ message: event.currentTarget.value })}
        maxLength={kind.startsWith('cancel') ? 500 : 2000}
        rows={3}
        data-autofocus={kind === 'reject' || bulk ? undefined : true}
      />
      {TEMPLATES_OF[kind] && (
        <Templates
          kind={TEMPLATES_OF[kind]}
          promotion={bulk ? null : promotion}
          onInsert={(text) => change({ message: [draft.message.trim(), text].filter(Boolean).join('\n\n') })}
        />
      )}
      {notice}
      {obstacle && (
        <div ref={scrollIntoView}>
          <Alert kind="error">{obstacle}</Alert>
        </div>
      )}
      <Row>
        <Button type="submit" disabled={obstacle !== null} look={ENDING_DECISIONS.has(kind) ? 'danger' : 'primary'}>
          {button}
        </Button>
        <Button look="quiet" onClick={onClose}>
          Back
        </Button>
      </Row>
    </form>
  );
}

type ReasonChoicesProps = {
  draft: DecisionDraft;
  error: string | undefined;
  onChange: (part: Partial<DecisionDraft>) => void;
};

/** The decline reasons as the partner will read them, and a field to suggest a category if the booked one is wrong. */
function ReasonChoices({ draft, error, onChange }: ReasonChoicesProps) {
  const chosen = [...draft.reason_codes];
  const reason = (code: ReasonCode) => ({
    code,
    isChosen: chosen.includes(code),
    onToggle: () =>
      onChange({ reason_codes: chosen.includes(code) ? chosen.filter((other) => other !== code) : [...chosen, code] }),
  });
  return (
    <FieldGroup label="Reasons" hint="The partner will see these reasons." errors={error ? [error] : []}>
      <div className={classes.reasons}>
        {EDITOR_CODES.map((code, index) => (
          <Reason key={code} {...reason(code)} digit={String(index + 1)} autofocus={index === 0} />
        ))}
        {chosen.includes('wrong_category') && (
          <SuggestedCategory
            id={draft.suggested_category_id}
            onChange={(suggested_category_id) => onChange({ suggested_category_id })}
          />
        )}
        <details
          className={classes.rules}
          open={chosen.some((code) => RULE_CODES.some((rule) => rule === code)) || undefined}
        >
          <summary>Submission rules</summary>
          <div className={classes.reasons}>
            {RULE_CODES.map((code) => (
              <Reason key={code} {...reason(code)} />
            ))}
          </div>
        </details>
      </div>
    </FieldGroup>
  );
}

type ReasonProps = {
  code: ReasonCode;
  isChosen: boolean;
  onToggle: () => void;
  /** The key that chooses it. */
  digit?: string;
  autofocus?: boolean;
};

const Reason = ({ code, isChosen, onToggle, digit, autofocus = false }: ReasonProps) => (
  <Check
    {...(digit && shortcutAttributes(digit))}
    checked={isChosen}
    onChange={onToggle}
    label={
      <>
        {REASONS[code].explanation} <span className={classes.wait}>{waitText(REASONS[code].resubmit_after)}</span>{' '}
        {digit && <Key name={digit} />}
      </>
    }
    data-autofocus={autofocus || undefined}
  />
);

const waitText = (days: number) =>
  days ? `Can be resubmitted after ${days} days.` : 'Can be resubmitted once it’s fixed.';

function SuggestedCategory({ id, onChange }: { id: number | null; onChange: (id: number | null) => void }) {
  const { data = [] } = useQuery(categoriesQuery(useApp().api));
  return (
    <SelectField
      label="Better category"
      value={id ?? ''}
      onChange={({ currentTarget: { value } }) => onChange(value ? Number(value) : null)}
      options={[
        { value: '', label: 'No suggestion' },
        ...data.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}
