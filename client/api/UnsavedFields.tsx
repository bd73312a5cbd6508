import { useEffect, useRef } from 'react';
import { UnsavedGuard, useUnsavedGuard } from './use-unsaved-guard.ts';

/**
 * Protects the unsaved text of the form of uncontrolled fields that contains it. The initial values count as saved, and so do
 * the current ones whenever `saves` changes.
 */
export function UnsavedFields({ saves = 0 }: { saves?: number }) {
  const marker = useRef<HTMLSpanElement>(null);
  const saved = useRef('');
  const readFields = () => {
    const form = marker.current?.closest('form');
    return form ? JSON.stringify([...new FormData(form)]) : '';
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `saves` changes with each save
  useEffect(() => {
    saved.current = readFields();
  }, [saves]);
  useUnsavedGuard(() => readFields() !== saved.current);
  return (
    <span ref={marker} hidden>
      <UnsavedGuard />
    </span>
  );
}
