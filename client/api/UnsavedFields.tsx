import { useEffect, useRef } from 'react';
import { UnsavedGuard, useUnsavedGuard } from './use-unsaved-guard.ts';

/**
 * Asks before unsaved text in the surrounding form is lost. Compares the uncontrolled fields with their initial values
 * or, after a save, with the sent values (`saved`), so that text typed during the save counts as unsaved.
 */
export function UnsavedFields({ saved }: { saved?: FormData | undefined }) {
  const marker = useRef<HTMLSpanElement>(null);
  const savedText = useRef('');
  const readFields = () => {
    const form = marker.current?.closest('form');
    return form ? textOf(new FormData(form)) : '';
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `readFields` reads the page
  useEffect(() => {
    savedText.current = saved ? textOf(saved) : readFields();
  }, [saved]);
  useUnsavedGuard(() => readFields() !== savedText.current);
  return (
    <span ref={marker} hidden>
      <UnsavedGuard />
    </span>
  );
}

const textOf = (values: FormData) => JSON.stringify([...values]);
