import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import type { Decision } from './api.ts';
import classes from './DecisionForm.module.css';
import { type Draft, decisionOf, QUESTIONS, type Question } from './questions.ts';
import { ReasonChoices } from './ReasonChoices.tsx';

type Props = {
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

export function DecisionForm({ question, date, initial, onChange, onDecide, onClose }: Props) {
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
