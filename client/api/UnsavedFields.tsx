import { useEffect, useRef } from 'react';
import { UnsavedGuard, useUnsavedGuard } from './use-unsaved-guard.ts';

/**
 * Stands in a form of plain fields on a page that has no guard of its own, and asks before what was typed there is left.
 * What the fields hold counts as saved at first and whenever `saves` changes.
 */
export function UnsavedFields({ saves = 0 }: { saves?: number }) {
  const place = useRef<HTMLSpanElement>(null);
  const saved = useRef('');
  const typed = () => {
    const form = place.current?.closest('form');
    return form ? JSON.stringify([...new FormData(form)]) : '';
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a save is what makes another state the saved one
  useEffect(() => {
    saved.current = typed();
  }, [saves]);
  useUnsavedGuard(() => typed() !== saved.current);
  return (
    <span ref={place} hidden>
      <UnsavedGuard />
    </span>
  );
}
