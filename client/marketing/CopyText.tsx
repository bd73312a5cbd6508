import { useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import classes from './CopyText.module.css';

/** Text to take along. Without script, or where the browser forbids copying, it can be selected by hand. */
export function CopyText({ label, text }: { label: string; text: string }) {
  const [said, setSaid] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('Please select and copy it yourself'),
    );
  return (
    <div className={classes.box}>
      <textarea readOnly aria-label={label} value={text} rows={text.split('\n').length} />
      <div className={classes.row}>
        <Button type="button" look="quiet" onClick={() => void copy()}>
          Copy the HTML
        </Button>
        <span role="status">{said}</span>
      </div>
    </div>
  );
}
