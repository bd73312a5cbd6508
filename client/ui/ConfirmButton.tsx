import { useState } from 'react';
import { Button } from './Button.tsx';
import { Row } from './Stack.tsx';

type Props = {
  label: string;
  question: string;
  confirm: string;
  /** The button that changes nothing. */
  keep: string;
  busy: boolean;
  /** Called when the question appears. */
  onAsk?: () => void;
  onConfirm: () => void;
};

/** A button for a destructive action, with an inline confirmation. */
export function ConfirmButton({ label, question, confirm, keep, busy, onAsk, onConfirm }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const ask = () => {
    setIsAsking(true);
    onAsk?.();
  };
  if (!isAsking) {
    return (
      <div>
        <Button type="button" look="danger" onClick={ask}>
          {label}
        </Button>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as part of a form
    <div role="group" aria-label={question}>
      <Row>
        <strong>{question}</strong>
        <Button type="button" look="danger" busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
        <Button type="button" look="quiet" autoFocus onClick={() => setIsAsking(false)}>
          {keep}
        </Button>
      </Row>
    </div>
  );
}
