import { CopyButton } from './CopyButton.tsx';
import classes from './CopyText.module.css';

type Props = { label: string; text: string; action: string; rows?: number };

/** Text to take along. Without script, or where the browser forbids copying, it can be selected by hand. */
export const CopyText = ({ label, text, action, rows = text.split('\n').length }: Props) => (
  <div className={classes.box}>
    <textarea
      readOnly
      aria-label={label}
      value={text}
      rows={rows}
      style={{ whiteSpace: rows > 1 ? 'pre-wrap' : 'pre' }}
    />
    <div>
      <CopyButton text={text}>{action}</CopyButton>
    </div>
  </div>
);
