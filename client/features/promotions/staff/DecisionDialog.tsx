import { Button, Checkbox, Modal, NativeSelect, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useApp } from '#client/api/app.ts';
import { categoriesQuery } from '#client/api/categories.ts';
import { Alert } from '#client/ui/Alert.tsx';
import type { Promotion } from '#shared/promotions.ts';
import { REASONS, type ReasonCode } from '#shared/reasons.ts';
import { EDITOR_CODES, RULE_CODES } from '#shared/submission-rules.ts';
import type { Decision } from './api.ts';
import classes from './DecisionDialog.module.css';
import { shortDate } from './date-choices.ts';
import { type Asked, type Draft, decisionOf, EMPTY_DRAFT, QUESTIONS, type Question } from './questions.ts';
import type { Decided } from './use-decisions.ts';

type Props = {
  asked: Asked | null;
  /** The last decision that went through: its words are no longer needed. */
  done: Decided | null;
  onDecide: (promotion: Promotion, decision: Decision) => void;
  onClose: () => void;
};

/** Asks for the words of a decision. They are kept until the server has agreed. */
export function DecisionDialog({ asked, done, onDecide, onClose }: Props) {
  const drafts = useRef(new Map<string, Draft>());
  useEffect(() => {
    if (done) drafts.current.delete(`${done.decision.kind} ${done.promotion.id}`);
  }, [done]);

  const key = asked ? `${asked.question} ${asked.promotion.id}` : '';
  const title =
    asked &&
    `${asked.date ? `Propose ${shortDate(asked.date)}` : QUESTIONS[asked.question].title}: ${asked.promotion.book?.title ?? `#${asked.promotion.id}`}`;
  return (
    <Modal
      opened={asked !== null}
      onClose={onClose}
      title={title}
      size="lg"
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {asked && (
        <DecisionForm
          question={asked.question}
          date={asked.date}
          initial={drafts.current.get(key) ?? EMPTY_DRAFT}
          onChange={(draft) => drafts.current.set(key, draft)}
          onDecide={(decision) => onDecide(asked.promotion, decision)}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

type DecisionFormProps = {
  question: Question;
  /** The one to propose. */
  date: string | undefined;
  initial: Draft;
  onChange: (draft: Draft) => void;
  onDecide: (decision: Decision) => void;
  onClose: () => void;
};

/** After these the promotion will not run. */
const ENDS: ReadonlySet<Question> = new Set(['reject', 'cancel', 'cancel_approved']);

function DecisionForm({ question, date, initial, onChange, onDecide, onClose }: DecisionFormProps) {
  const [draft, setDraft] = useState(initial);
  const [problem, setProblem] = useState('');
  const { label, hint, button } = QUESTIONS[question];

  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    setProblem('');
    onChange(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const decision = decisionOf(question, draft, date);
    if (typeof decision === 'string') setProblem(decision);
    else onDecide(decision);
  };
  return (
    <form onSubmit={submit} className={classes.form}>
      {question === 'reject' && <ReasonChoices draft={draft} onChange={change} />}
      <Textarea
        label={label}
        description={hint}
        value={draft.message}
        onChange={(event) => change({ message: event.currentTarget.value })}
        maxLength={question.startsWith('cancel') ? 500 : 2000}
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus={question === 'reject' ? undefined : true}
      />
      {problem && <Alert kind="error">{problem}</Alert>}
      <div className={classes.buttons}>
        <Button type="submit" color={ENDS.has(question) ? 'red' : 'deckle'}>
          {button}
        </Button>
        <Button type="button" variant="default" onClick={onClose}>
          Back
        </Button>
      </div>
    </form>
  );
}

type ReasonChoicesProps = { draft: Draft; onChange: (part: Partial<Draft>) => void };

/** The decline codes with the words the partner will read; for the wrong category also the better one. */
function ReasonChoices({ draft, onChange }: ReasonChoicesProps) {
  const chosen = [...draft.reason_codes];
  const onReasons = (codes: string[]) => onChange({ reason_codes: codes as ReasonCode[] });
  return (
    <Checkbox.Group value={chosen} onChange={onReasons} label="Reasons" description="The partner reads these words.">
      <div className={classes.reasons}>
        {EDITOR_CODES.map((code, index) => (
          <Reason key={code} code={code} autofocus={index === 0} />
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
              <Reason key={code} code={code} />
            ))}
          </div>
        </details>
      </div>
    </Checkbox.Group>
  );
}

const Reason = ({ code, autofocus = false }: { code: ReasonCode; autofocus?: boolean }) => (
  <Checkbox
    value={code}
    label={REASONS[code].explanation}
    description={waitText(REASONS[code].resubmit_after)}
    data-autofocus={autofocus || undefined}
  />
);

const waitText = (days: number) => (days ? `May come back after ${days} days.` : 'May come back once that is mended.');

function SuggestedCategory({ id, onChange }: { id: number | null; onChange: (id: number | null) => void }) {
  const { data = [] } = useQuery(categoriesQuery(useApp().api));
  return (
    <NativeSelect
      label="Better category"
      value={id ?? ''}
      onChange={({ currentTarget: { value } }) => onChange(value ? Number(value) : null)}
      data={[
        { value: '', label: 'None to suggest' },
        ...data.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}
