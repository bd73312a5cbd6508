import type { ComponentProps } from 'react';
import { type Option, renderOption, SelectField } from '../SelectField.tsx';

export type OptionGroup = { group: string; items: readonly Option[] };
type Props = Omit<ComponentProps<typeof SelectField>, 'options' | 'children'> & {
  options: readonly (Option | OptionGroup)[];
};

/** A SelectField with some of its options under headings. */
export const GroupedSelect = ({ options, ...select }: Props) => (
  <SelectField {...select} options={[]}>
    {options.map((option) =>
      'items' in option ? (
        <optgroup key={option.group} label={option.group}>
          {option.items.map(renderOption)}
        </optgroup>
      ) : (
        renderOption(option)
      ),
    )}
  </SelectField>
);
