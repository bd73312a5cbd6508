import {
  MultiSelect,
  type MultiSelectProps,
  Select,
  type SelectProps,
  TagsInput,
  type TagsInputProps,
} from '@mantine/core';

type Labels = { label: string; hint?: string | null | undefined };

/** Renders the list next to its field instead of in a portal, so that the focus stays in a dialog. */
const WITHIN_DIALOG = { comboboxProps: { withinPortal: false } };

type PickerProps = Labels &
  Pick<
    SelectProps,
    'data' | 'error' | 'placeholder' | 'required' | 'searchValue' | 'onSearchChange' | 'onChange' | 'onBlur' | 'onFocus'
  > & {
    value?: string | null;
    /** Shown if nothing matches. */
    emptyText: string;
    /** The name of the button that clears the choice; without it the choice can't be cleared. */
    clear?: string | undefined;
    /** The server has filtered the options already. */
    isFiltered?: boolean;
    'data-path'?: string;
  };

/** A searchable select. */
export const Picker = ({ hint, emptyText, clear, isFiltered = false, ...select }: PickerProps) => (
  <Select
    {...select}
    {...WITHIN_DIALOG}
    description={hint}
    searchable
    withAsterisk={false}
    allowDeselect={clear !== undefined}
    clearable={clear !== undefined}
    clearButtonProps={{ 'aria-label': clear ?? '' }}
    nothingFoundMessage={emptyText}
    {...(isFiltered ? { filter: ({ options }) => options } : {})}
  />
);

type ManyProps = Labels & Pick<MultiSelectProps, 'data' | 'value' | 'onChange' | 'placeholder'> & { clear: string };

/** A searchable select for several values. */
export const ManyPicker = ({ hint, clear, ...select }: ManyProps) => (
  <MultiSelect
    {...select}
    {...WITHIN_DIALOG}
    description={hint}
    searchable
    clearable
    clearButtonProps={{ 'aria-label': clear }}
  />
);

type TagsProps = Labels & Pick<TagsInputProps, 'data' | 'value' | 'onChange' | 'maxTags' | 'error'>;

/** A field for a list of words, with suggestions. */
export const TagsField = ({ hint, ...input }: TagsProps) => (
  <TagsInput {...input} {...WITHIN_DIALOG} description={hint} acceptValueOnBlur />
);
