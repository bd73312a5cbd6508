import { type DragEvent, type ReactNode, useState } from 'react';
import classes from './FileDrop.module.css';

type Props = {
  label: string;
  accept: readonly string[];
  maxBytes: number;
  busy?: boolean;
  onPick: (file: File) => void;
  /** Called for a file of another type, or a file that is too large. */
  onReject: () => void;
  children: ReactNode;
};

/** An area to drop a file on, or to choose one by click or keyboard. */
export function FileDrop({ label, accept, maxBytes, busy = false, onPick, onReject, children }: Props) {
  const [isOver, setIsOver] = useState(false);
  const pick = (file: File | undefined) => {
    if (!file || busy) return;
    if (accept.includes(file.type) && file.size <= maxBytes) onPick(file);
    else onReject();
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    pick(event.dataTransfer.files[0]);
  };
  return (
    <label
      className={classes.drop}
      data-over={isOver}
      data-busy={busy}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <input
        type="file"
        accept={accept.join(',')}
        aria-label={label}
        aria-disabled={busy || undefined}
        onClick={(event) => busy && event.preventDefault()}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = '';
          pick(file);
        }}
      />
      {children}
    </label>
  );
}
