import { useState } from 'react';
import classes from '#client/marketing/CopyText.module.css';
import { Button } from '#client/ui/Button.tsx';

type Props = { label: string; text: string; action: string; rows?: number };

/** Text to send on. Where the browser forbids copying, it can be selected by hand. */
export function CopyLine({ label, text, action, rows = 1 }: Props) {
  const [said, setSaid] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('Please select and copy it yourself'),
    );
  return (
    <div className={classes.box}>
      <textarea
        readOnly
        aria-label={label}
        value={text}
        rows={rows}
        style={{ whiteSpace: rows > 1 ? 'pre-wrap' : 'pre' }}
      />
      <div className={classes.row}>
        <Button type="button" look="quiet" onClick={() => void copy()}>
          {action}
        </Button>
        <span role="status">{said}</span>
      </div>
    </div>
  );
}
