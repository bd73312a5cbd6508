import { useEffect, useRef } from 'react';

/**
 * Ref of a form of uncontrolled fields that shows `values`, by field name. When the address changes, only the fields whose value
 * changed are set, so nothing that is typed in the others is lost. Giving the form a key instead would lose the focus.
 */
export function useSyncedFormValues(values: { [name: string]: unknown }) {
  const form = useRef<HTMLFormElement>(null);
  const text = JSON.stringify(values);
  const shown = useRef(values);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` stands for the values
  useEffect(() => {
    const before = shown.current;
    shown.current = values;
    for (const field of form.current as unknown as Iterable<HTMLInputElement>) {
      const value = values[field.name];
      if (value === before[field.name]) continue;
      if (field.type === 'checkbox') field.checked = !!value;
      else if (field.type !== 'radio') field.value = `${value ?? ''}`;
    }
  }, [text]);
  return form;
}
