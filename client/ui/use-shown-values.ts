import { useEffect, useRef } from 'react';

/** Ref of a form of plain fields that shows `values`, by field name, whenever they change. A form with a key would lose the focus. */
export function useShownValues(values: { [name: string]: unknown }) {
  const form = useRef<HTMLFormElement>(null);
  const text = JSON.stringify(values);
  const shown = useRef(text);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` stands for the values
  useEffect(() => {
    if (shown.current === text) return;
    shown.current = text;
    for (const field of form.current as unknown as Iterable<HTMLInputElement>) {
      const value = values[field.name];
      if (field.type === 'checkbox') field.checked = !!value;
      else if (field.type !== 'radio') field.value = `${value ?? ''}`;
    }
  }, [text]);
  return form;
}
