import { useEffect, useRef } from 'react';
import { UnsavedGuard, useUnsavedGuard } from './use-unsaved-guard.ts';

/**
 * Protects unsaved text in the surrounding form, whose fields are uncontrolled. Its initial values count as saved, and
 * so do the current ones whenever `saveCount` changes.
 */
export function UnsavedFields({ saveCount = 0 }: { saveCount?: number }) {
  const marker = useRef<HTMLSpanElement>(null);
  const savedText = useRef('');
  const readFields = () => {
    const form = marker.current?.closest('form');
    return form ? JSON.stringify([...new FormData(form)]) : '';
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `saveCount` grows with each save
  useEffect(() => {
    savedText.current = readFields();
  }, [saveCount]);
  useUnsavedGuard(() => readFields() !== savedText.current);
  return (
    <span ref={marker} hidden>
      <UnsavedGuard />
    </span>
  );
}
