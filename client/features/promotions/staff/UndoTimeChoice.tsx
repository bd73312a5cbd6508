import { useState } from 'react';
import { Segments } from '#client/ui/app/Segments.tsx';
import { readUndoSeconds, UNDO_SECONDS, type UndoSeconds } from './review-keys.ts';

/** The time for which a decision can be undone. */
export function UndoTimeChoice({ onChoose }: { onChoose: (hold: UndoSeconds) => void }) {
  const [hold, setHold] = useState(readUndoSeconds);
  return (
    <div>
      <p aria-hidden="true">Time to undo</p>
      <Segments
        label="Time to undo"
        value={hold}
        options={UNDO_SECONDS.map((value) => ({ value, label: HOLD_NAMES[value] }))}
        onChange={(chosen) => {
          setHold(chosen);
          onChoose(chosen);
        }}
      />
      <p>
        <small>
          The timer stops while Undo is focused or hovered, and then starts over. Without a limit, we’ll hold each
          decision until you make another one or leave the page.
        </small>
      </p>
    </div>
  );
}

const HOLD_NAMES: Record<UndoSeconds, string> = { 6: '6 seconds', 30: '30 seconds', 120: '2 minutes', 0: 'No limit' };
