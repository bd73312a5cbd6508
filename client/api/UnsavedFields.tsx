import { useEffect, useRef } from 'react';
import { UnsavedGuard, useUnsavedGuard } from './use-unsaved-guard.ts';

/**
 * Put into a form of uncontrolled fields, it asks before typed text is left. The first values count as saved, and the current ones
 * whenever `saves` changes.
 */
export function UnsavedFields({ saves = 0 }: { saves?: number }) {
  const place = useRef<HTMLSpanElement>(null);
  const saved = useRef('');
  const readFields = () => {
    const form = place.current?.closest('form');
    return form ? JSON.stringify([...new FormData(form)]) : '';
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a save is what makes another state the saved one
  useEffect(() => {
    saved.current = readFields();
  }, [saves]);
  useUnsavedGuard(() => readFields() !== saved.current);
  return (
    <span ref={place} hidden>
      <UnsavedGuard />
    </span>
  );
}
