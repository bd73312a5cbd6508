import {
  MultiSelect,
  type MultiSelectProps,
  Select,
  type SelectProps,
  TagsInput,
  type TagsInputProps,
} from '@mantine/core';

type Own = { label: string; hint?: string | null | undefined };

/** Mantine's list opens beside its field, so that a dialog's focus stays in the dialog. */
const BESIDE = { comboboxProps: { withinPortal: false } };

type PickerProps = Own &
  Pick<
    SelectProps,
    'data' | 'error' | 'placeholder' | 'required' | 'searchValue' | 'onSearchChange' | 'onChange' | 'onBlur' | 'onFocus'
  > & {
    value?: string | null;
    /** Shown if nothing matches. */
    nothing: string;
    /** The name of the button that clears the choice; without it the choice can't be cleared. */
    clear?: string | undefined;
    /** The server has already searched. */
    isFiltered?: boolean;
    'data-path'?: string;
  };

/** A field to select one of many by typing. */
export const Picker = ({ hint, nothing, clear, isFiltered = false, ...select }: PickerProps) => (
  <Select
    {...select}
    {...BESIDE}
    description={hint}
    searchable
    withAsterisk={false}
    allowDeselect={clear !== undefined}
    clearable={clear !== undefined}
    clearButtonProps={{ 'aria-label': clear ?? '' }}
    nothingFoundMessage={nothing}
    {...(isFiltered ? { filter: ({ options }) => options } : {})}
  />
);

type ManyProps = Own & Pick<MultiSelectProps, 'data' | 'value' | 'onChange' | 'placeholder'> & { clear: string };

/** A field to select several of many by typing. */
export const ManyPicker = ({ hint, clear, ...select }: ManyProps) => (
  <MultiSelect
    {...select}
    {...BESIDE}
    description={hint}
    searchable
    clearable
    clearButtonProps={{ 'aria-label': clear }}
  />
);

type TagsProps = Own & Pick<TagsInputProps, 'data' | 'value' | 'onChange' | 'maxTags' | 'error'>;

/** Words to add one by one, with suggestions. */
export const TagsField = ({ hint, ...input }: TagsProps) => (
  <TagsInput {...input} {...BESIDE} description={hint} acceptValueOnBlur />
);
