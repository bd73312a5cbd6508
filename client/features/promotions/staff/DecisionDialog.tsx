import { Modal } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Promotion } from '#shared/promotions.ts';
import type { Decision } from './api.ts';
import { DecisionForm } from './DecisionForm.tsx';
import { shortDate } from './date-choices.ts';
import { type Asked, type Draft, EMPTY_DRAFT, QUESTIONS } from './questions.ts';
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
