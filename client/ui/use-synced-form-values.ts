import { useEffect, useRef } from 'react';

/**
 * Returns a ref for a form of uncontrolled fields that shows `values`, by field name. When a value changes, sets only
 * its field, so that text typed in other fields isn't lost. Radio buttons aren't set. Changing the form's key instead
 * would lose the focus.
 */
export function useSyncedFormValues(values: { [name: string]: unknown }) {
  const form = useRef<HTMLFormElement>(null);
  const text = JSON.stringify(values);
  const lastValues = useRef(values);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` stands for the values
  useEffect(() => {
    const previousValues = lastValues.current;
    lastValues.current = values;
    for (const field of form.current as unknown as Iterable<HTMLInputElement>) {
      const value = values[field.name];
      if (value === previousValues[field.name]) continue;
      if (field.type === 'checkbox') field.checked = !!value;
      else if (field.type !== 'radio') field.value = `${value ?? ''}`;
    }
  }, [text]);
  return form;
}
