import { type FormEvent, useEffect, useRef } from 'react';
import { Button } from '../Button.tsx';
import { Field } from '../Field.tsx';
import { SelectField } from '../SelectField.tsx';
import { Row } from '../Stack.tsx';

type Props = {
  label: string;
  placeholder: string;
  q: string;
  onSearch: (q: string) => void;
  choice: { label: string; value: string; options: readonly { value: string; label: string }[] };
  onChoose: (value: string) => void;
};

/** Search words and one choice above a list. */
export function ListFilters({ label, placeholder, q, onSearch, choice, onChoose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.value = q;
  }, [q]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(input.current?.value.trim() ?? '');
  };
  return (
    <search>
      <form onSubmit={onSubmit}>
        <Row isForm>
          <Field
            ref={input}
            type="search"
            label={label}
            placeholder={placeholder}
            defaultValue={q}
            maxLength={100}
            onChange={(event) => event.currentTarget.value === '' && q !== '' && onSearch('')}
          />
          <SelectField
            label={choice.label}
            options={choice.options}
            value={choice.value}
            onChange={(event) => onChoose(event.currentTarget.value)}
          />
          <Button type="submit" look="quiet">
            Search
          </Button>
        </Row>
      </form>
    </search>
  );
}
