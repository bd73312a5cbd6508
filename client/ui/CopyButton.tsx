import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import form from './Form.module.css';
import { Stack } from './Stack.tsx';

const SHOWN_MS = 4000;
const SAID = { copied: 'Copied', refused: 'Copying didn’t work. Select the text and copy it manually.' };

type Props = {
  text: string;
  /** Names the text, if a list has several buttons. */
  what?: string;
  children?: ReactNode;
};

/** Copies the text and says so, also to screen readers. */
export function CopyButton({ text, what, children = 'Copy' }: Props) {
  const [said, setSaid] = useState<keyof typeof SAID | null>(null);
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    setSaid(null);
    // Without https there is no clipboard.
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    setSaid(isCopied ? 'copied' : 'refused');
  };
  return (
    <>
      <Button type="button" look="quiet" onClick={() => void copy()}>
        {said ? SAID[said] : children}
        {what && <span className="visually-hidden"> {what}</span>}
      </Button>
      <span role="status" className="visually-hidden">
        {said && `${SAID[said]}.`}
      </span>
    </>
  );
}

type CopyTextProps = { label: string; text: string; action: string; rows?: number };

/** Text to copy. Without script, or where the browser forbids copying, it can be selected by hand. */
export const CopyText = ({ label, text, action, rows = text.split('\n').length }: CopyTextProps) => (
  <Stack gap="s">
    <textarea
      className={`${form.input} ${form.code}`}
      readOnly
      aria-label={label}
      value={text}
      rows={rows}
      style={{ whiteSpace: rows > 1 ? 'pre-wrap' : 'pre' }}
    />
    <div>
      <CopyButton text={text}>{action}</CopyButton>
    </div>
  </Stack>
);
