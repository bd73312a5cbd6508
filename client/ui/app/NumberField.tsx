import { NumberInput, type NumberInputProps } from '@mantine/core';
import type { ReactNode } from 'react';

type Labels = { label: string; hint?: ReactNode };
type Props = Labels & Omit<NumberInputProps, 'label' | 'description' | 'size'>;

/** A number field, whose value is '' while it's empty. A number out of range stays, so that an error can say so. */
export const NumberField = ({ hint, ...input }: Props) => (
  <NumberInput {...input} description={hint} withAsterisk={false} hideControls clampBehavior="none" />
);

type CentsProps = Omit<Props, 'value' | 'defaultValue' | 'onChange'> & {
  /** US cents; '' while the field is empty. */
  value?: number | '';
  onChange?: (cents: number | '') => void;
};

/** A price field: typed in dollars, stored in whole cents. Ignores a minus sign unless `allowNegative` is true. */
export const CentsField = ({ value = '', onChange, allowNegative = false, ...input }: CentsProps) => (
  <NumberField
    {...input}
    value={value === '' ? '' : value / 100}
    onChange={(dollars) => onChange?.(centsOf(dollars))}
    prefix="$"
    decimalScale={2}
    fixedDecimalScale
    allowNegative={allowNegative}
    min={allowNegative ? undefined : 0}
    step={0.5}
    inputMode="decimal"
  />
);

/** '2.99' → 299; '' stays ''. */
export const centsOf = (dollars: string | number): number | '' =>
  dollars === '' || Number.isNaN(Number(dollars)) ? '' : Math.round(Number(dollars) * 100);
