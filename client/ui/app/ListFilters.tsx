import { NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { Button } from '../Button.tsx';
import classes from './ListFilters.module.css';

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
      <form className={classes.filters} onSubmit={onSubmit}>
        <TextInput
          ref={input}
          type="search"
          label={label}
          placeholder={placeholder}
          defaultValue={q}
          maxLength={100}
          leftSection={<IconSearch size={18} aria-hidden="true" />}
          size="md"
          className={classes.words!}
          onChange={(event) => event.currentTarget.value === '' && q !== '' && onSearch('')}
        />
        <NativeSelect
          label={choice.label}
          size="md"
          data={choice.options}
          value={choice.value}
          onChange={(event) => onChoose(event.currentTarget.value)}
        />
        <Button type="submit" look="quiet">
          Search
        </Button>
      </form>
    </search>
  );
}
