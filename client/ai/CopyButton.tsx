import { useEffect, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';

const SHOWN_MS = 4000;
const SAID = { copied: 'Copied', refused: 'Copying is not allowed here: select the text instead' };

/** Copies the text, and says so to eyes and ears. `what` tells the buttons of a list apart. */
export function CopyButton({ text, what }: { text: string; what: string }) {
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
        {said ? SAID[said] : 'Copy'}
        <span className="visually-hidden"> {what}</span>
      </Button>
      <span role="status" className="visually-hidden">
        {said && `${SAID[said]}.`}
      </span>
    </>
  );
}
