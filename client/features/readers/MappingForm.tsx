import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Check, Field } from '#client/ui/Field.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { Stack } from '#client/ui/Stack.tsx';
import { comparableText } from '#shared/comparable-text.ts';
import { formatCount } from '#shared/counts.ts';
import {
  type ImportField,
  type ImportMapping,
  ignoredConsent,
  isUnchecked,
  mappingProblem,
  type ReaderImport,
} from '#shared/reader-imports.ts';
import { importsApi, useRefreshImports } from './imports-api.ts';
import classes from './MappingForm.module.css';

export type Category = { category_id: number; name: string };

const FIELD_LABELS: Record<ImportField, string> = {
  email: 'Email address',
  consented_on: 'Consent date',
  consent_source: 'Consent source',
  genres: 'Genres',
  status: 'Subscription status',
  left_on: 'Unsubscribed or removed',
  rating: 'Rating or engagement',
};
const FIELD_OPTIONS = [
  { value: '', label: 'Ignore' },
  ...Object.entries(FIELD_LABELS).map(([value, label]) => ({ value, label })),
];

/** The maximum number of genres with a field: those with the most readers. */
const MAX_SHOWN_GENRES = 50;

/** The form for an import's columns, consent, and categories by genre. Its button starts a dry run. */
export function MappingForm({
  readerImport,
  categories,
  mapping,
  setMapping,
}: {
  readerImport: ReaderImport;
  categories: readonly Category[];
  mapping: ImportMapping;
  setMapping: (mapping: ImportMapping) => void;
}) {
  const { header, sample, program } = readerImport.head!;
  const refreshImports = useRefreshImports();
  const change = (part: Partial<ImportMapping>) => setMapping({ ...mapping, ...part });
  const needsCheck = readerImport.status === 'uploaded' || isUnchecked(readerImport, mapping);
  const problem = mappingProblem(mapping.columns);
  const leavesOutAll = !mapping.columns.includes('genres') && mapping.category_ids.length === 0;
  const mustOpen = needsCheck || problem !== null || leavesOutAll;
  const [isOpen, setOpen] = useState(mustOpen);
  // Only opens: closing it when a choice is reverted would hide the field that has the focus.
  useEffect(() => {
    if (mustOpen) setOpen(true);
  }, [mustOpen]);
  const ignored = ignoredConsent(readerImport.head!, mapping.columns);
  const hiddenGenres = readerImport.genres.length - MAX_SHOWN_GENRES;
  const check = useMutation({
    mutationFn: () => importsApi.check({ id: readerImport.id, body: mapping }),
    meta: { success: 'The dry run has started.' },
    onSettled: refreshImports,
  });
  const names = new Map(categories.map(({ category_id, name }) => [category_id, name]));
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={classes.summary}>Columns, consent, and genres</summary>
      <Stack>
        {program && <p>We recognized a {program} export.</p>}
        {!program && readerImport.status === 'uploaded' && <Guesses readerImport={readerImport} />}
        <div className={classes.fields}>
          {header.map((heading, index) => (
            <SelectField
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never change their order
              key={index}
              label={heading || `Column ${index + 1}`}
              hint={sample.map((row) => row[index]).find(Boolean)}
              options={FIELD_OPTIONS}
              value={mapping.columns[index] ?? ''}
              onChange={({ currentTarget: { value } }) =>
                change({
                  columns: mapping.columns.map((field, at) => (at === index ? (value as ImportField) || null : field)),
                })
              }
            />
          ))}
        </div>
        <Check
          label="Dates such as 3/4/2026 begin with the day"
          checked={mapping.day_first}
          onChange={({ currentTarget: { checked } }) => change({ day_first: checked })}
        />
        <Field
          label="How did these readers consent?"
          hint="Such as “The Free Shelf’s sign-up form.” It applies to every row that doesn’t have a source. Leave it empty if you can’t prove it."
          maxLength={200}
          value={mapping.consent_source ?? ''}
          onChange={({ currentTarget: { value } }) => change({ consent_source: value.trim() ? value : null })}
        />
        <DefaultCategories
          categories={categories}
          chosen={mapping.category_ids}
          onChange={(category_ids) => change({ category_ids })}
        />
        {readerImport.genres.length > 0 && (
          <fieldset className={classes.genres}>
            <legend>Categories for the genres in the file</legend>
            <div className={classes.fields}>
              {readerImport.genres.slice(0, MAX_SHOWN_GENRES).map(({ genre, rows, suggested_category_id }) => (
                <SelectField
                  key={genre}
                  label={`${genre} (${rows.toLocaleString('en-US')})`}
                  hint={suggested_category_id ? `Suggested: ${names.get(suggested_category_id)}` : undefined}
                  options={[
                    { value: '', label: 'No category' },
                    ...categories.map(({ category_id, name }) => ({ value: String(category_id), label: name })),
                  ]}
                  value={String(categoryOf(mapping, genre) ?? '')}
                  onChange={({ currentTarget: { value } }) =>
                    change({ genres: withGenre(mapping, genre, value ? Number(value) : null) })
                  }
                />
              ))}
            </div>
            {hiddenGenres > 0 && (
              <p>
                {formatCount(hiddenGenres, 'more genre')} with fewer readers {hiddenGenres === 1 ? 'isn’t' : 'aren’t'}{' '}
                shown. Readers of these get the category that the name suggests, if there is one.
              </p>
            )}
          </fieldset>
        )}
        {ignored.length > 0 && (
          <Alert kind="warning">
            We ignore {listFormat.format(ignored.map((heading) => `“${heading}”`))}. If a column shows who subscribed or
            unsubscribed, choose “{FIELD_LABELS.status}” for it.
          </Alert>
        )}
        {leavesOutAll && (
          <Alert kind="warning">
            No column has genres. Choose categories for “Readers without a known genre”, or all readers are left out.
          </Alert>
        )}
        {problem && <Alert kind="warning">{problem}</Alert>}
        <div>
          <Button
            look={needsCheck ? undefined : 'quiet'}
            busy={check.isPending}
            disabled={problem !== null}
            onClick={() => check.mutate()}
          >
            {readerImport.status === 'checked' ? 'Check the file again' : 'Check the file'}
          </Button>
        </div>
      </Stack>
    </details>
  );
}

const DEFAULTS = [
  { value: 'none', label: 'Leave them out' },
  { value: 'all', label: 'All general categories' },
  { value: 'some', label: 'Categories that I choose' },
];

type DefaultProps = { categories: readonly Category[]; chosen: number[]; onChange: (category_ids: number[]) => void };

/** The categories of readers without a known genre: none unless the administrator chooses some. */
function DefaultCategories({ categories, chosen, onChange }: DefaultProps) {
  const [choice, setChoice] = useState(() =>
    chosen.length === 0 ? 'none' : chosen.length === categories.length ? 'all' : 'some',
  );
  return (
    <>
      <SelectField
        label="Readers without a known genre"
        hint="Also readers whose genres have no category below. They get only what you choose here."
        options={DEFAULTS}
        value={choice}
        onChange={({ currentTarget: { value } }) => {
          setChoice(value);
          onChange(value === 'all' ? categories.map(({ category_id }) => category_id) : []);
        }}
      />
      {choice === 'some' && (
        <fieldset className={classes.genres}>
          <legend>Their categories</legend>
          <div className={classes.fields}>
            {categories.map(({ category_id, name }) => (
              <Check
                key={category_id}
                label={name}
                checked={chosen.includes(category_id)}
                onChange={({ currentTarget: { checked } }) =>
                  onChange(checked ? [...chosen, category_id] : chosen.filter((id) => id !== category_id))
                }
              />
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}

const listFormat = new Intl.ListFormat('en-US');

/** Names the columns that were matched by headings or an earlier file's choices, before anyone has looked at them. */
function Guesses({ readerImport: { head, mapping } }: { readerImport: ReaderImport }) {
  const guesses = mapping!.columns.flatMap((field, index) =>
    field ? [`“${head!.header[index]}” as ${FIELD_LABELS[field].toLowerCase()}`] : [],
  );
  return (
    <Alert kind="warning" title="Check the columns">
      We don’t know which service wrote this file.{' '}
      {guesses.length > 0 &&
        `Based on the column names, or your choices for an earlier file like this one, we’ll read ${listFormat.format(guesses)}.`}
    </Alert>
  );
}

const isSameGenre = (one: string, other: string) => comparableText(one) === comparableText(other);

const categoryOf = ({ genres }: ImportMapping, genre: string) =>
  genres.findLast((known) => isSameGenre(known.genre, genre))?.category_id ?? null;

const withGenre = ({ genres }: ImportMapping, genre: string, category_id: number | null) => [
  ...genres.filter((known) => !isSameGenre(known.genre, genre)),
  { genre, category_id },
];
