import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import { FieldFrame } from './FieldFrame.tsx';
import form from './Form.module.css';
import { Stack } from './Stack.tsx';

const MESSAGE_MS = 4000;
const MESSAGES = { copied: 'Copied', refused: 'Copying didn’t work. Select the text and copy it manually.' };

type Props = {
  text: string;
  /** Names the text for screen readers, if a list has several buttons. */
  subject?: string;
  onCopied?: () => void;
  children?: ReactNode;
};

/** A button that copies the text and shows and announces the result. */
export function CopyButton({ text, subject, onCopied, children = 'Copy' }: Props) {
  const [result, setResult] = useState<keyof typeof MESSAGES | null>(null);
  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setResult(null), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async () => {
    setResult(null);
    // The clipboard is only available over https and on localhost.
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    setResult(isCopied ? 'copied' : 'refused');
    if (isCopied) onCopied?.();
  };
  return (
    <>
      <Button type="button" look="quiet" onClick={() => void copy()}>
        {result ? MESSAGES[result] : children}
        {subject && <span className="visually-hidden"> {subject}</span>}
      </Button>
      <span role="status" className="visually-hidden">
        {result && MESSAGES[result]}
      </span>
    </>
  );
}

type CopyTextProps = { label: string; text: string; action: string; rows?: number };

/** A read-only text with its label and a copy button. If copying isn't possible, the text can be selected manually. */
export const CopyText = ({ label, text, action, rows = text.split('\n').length }: CopyTextProps) => (
  <Stack gap="s">
    <FieldFrame label={label}>
      {({ id }) => (
        <textarea
          id={id}
          className={`${form.input} ${form.code}`}
          readOnly
          value={text}
          rows={rows}
          style={{ whiteSpace: rows > 1 ? 'pre-wrap' : 'pre' }}
        />
      )}
    </FieldFrame>
    <div>
      <CopyButton text={text}>{action}</CopyButton>
    </div>
  </Stack>
);
