import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '#client/api/api-error.ts';
import { authorChoicesQuery, createAuthor, useRefreshAuthors } from '#client/api/author-profiles.ts';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import type { BookForm, Origin } from '../book-form.ts';
import classes from '../PartnerBookForm.module.css';

/** The author profile of a book; a new one can be added without leaving the form. */
export function AuthorField({ form, origin }: { form: BookForm; origin: Origin }) {
  const [isAdding, setIsAdding] = useState(false);
  const authors = useQuery(authorChoicesQuery());
  const choices = (authors.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <div className={classes.lookup}>
      <SelectField
        label="Author profile"
        hint={origin('author_id')}
        options={[{ value: '', label: choices.length > 0 ? 'Choose one' : 'No authors yet' }, ...choices]}
        {...form.getInputProps('author_id')}
      />
      {isAdding ? (
        <NewAuthor
          onDone={(id) => {
            if (id) form.setFieldValue('author_id', String(id));
            setIsAdding(false);
          }}
        />
      ) : (
        <Button look="quiet" onClick={() => setIsAdding(true)}>
          Add author profile
        </Button>
      )}
    </div>
  );
}

/** The name of a new profile. Not a form, because it's inside the book's form. */
function NewAuthor({ onDone }: { onDone: (id: number | null) => void }) {
  const [name, setName] = useState('');
  const refreshAuthors = useRefreshAuthors();
  const add = useMutation({
    mutationFn: () => createAuthor({ name }),
    meta: { form: true },
    onSuccess: async ({ id }) => {
      await refreshAuthors();
      onDone(id);
    },
  });
  const problem = fieldErrors(add.error).name?.[0];
  const addProfile = () => {
    if (name.trim() && !add.isPending) add.mutate();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that repeats the label
    <div className={`${classes.inline} ${classes.wide}`} role="group" aria-label="New author profile">
      <Field
        label="Author’s name"
        maxLength={100}
        value={name}
        error={problem && `This name ${problem}`}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          addProfile();
        }}
        data-autofocus
      />
      <div className={classes.lookup}>
        <Button busy={add.isPending} disabled={!name.trim()} onClick={addProfile}>
          Add author profile
        </Button>
        <Button look="plain" onClick={() => onDone(null)}>
          Not now
        </Button>
      </div>
    </div>
  );
}
