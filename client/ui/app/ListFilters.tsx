import type { FormEvent } from 'react';
import { Button } from '../Button.tsx';
import { Field } from '../Field.tsx';
import { SelectField } from '../SelectField.tsx';
import { Row } from '../Stack.tsx';
import { useSyncedFormValues } from '../use-synced-form-values.ts';

type Props = {
  label: string;
  placeholder: string;
  q: string;
  choice: { label: string; value: string; options: readonly { value: string; label: string }[] };
  onApply: (filters: { q: string; choice: string }) => void;
};

/** A search field and a select above a list. The button applies both. */
export function ListFilters({ label, placeholder, q, choice, onApply }: Props) {
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    onApply({ q: String(fields.get('q')).trim(), choice: String(fields.get('choice')) });
  };
  return (
    <search>
      <form ref={useSyncedFormValues({ q, choice: choice.value })} onSubmit={onSubmit}>
        <Row alignsWithField>
          <Field type="search" name="q" label={label} placeholder={placeholder} defaultValue={q} maxLength={100} />
          <SelectField name="choice" label={choice.label} options={choice.options} defaultValue={choice.value} />
          <Button type="submit" look="quiet">
            Search
          </Button>
        </Row>
      </form>
    </search>
  );
}
