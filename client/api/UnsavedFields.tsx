import { useEffect, useRef } from 'react';
import { UnsavedGuard, useUnsavedGuard } from './use-unsaved-guard.ts';

/**
 * Protects unsaved text in the surrounding form, whose fields are uncontrolled. Its initial values count as saved, and
 * so do the current ones whenever `saves` changes.
 */
export function UnsavedFields({ saves = 0 }: { saves?: number }) {
  const marker = useRef<HTMLSpanElement>(null);
  const savedText = useRef('');
  const readFields = () => {
    const form = marker.current?.closest('form');
    return form ? JSON.stringify([...new FormData(form)]) : '';
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `saves` changes with each save
  useEffect(() => {
    savedText.current = readFields();
  }, [saves]);
  useUnsavedGuard(() => readFields() !== savedText.current);
  return (
    <span ref={marker} hidden>
      <UnsavedGuard />
    </span>
  );
}
