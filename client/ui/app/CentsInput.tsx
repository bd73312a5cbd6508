import { NumberInput, type NumberInputProps } from '@mantine/core';

type Props = Omit<NumberInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  /** US cents; '' while nothing is typed. */
  value?: number | '';
  onChange?: (cents: number | '') => void;
};

/** A price typed in dollars and kept in whole cents. */
export const CentsInput = ({ value = '', onChange, ...input }: Props) => (
  <NumberInput
    {...input}
    value={value === '' ? '' : value / 100}
    onChange={(dollars) => onChange?.(centsOf(dollars))}
    prefix="$"
    decimalScale={2}
    fixedDecimalScale
    allowNegative={false}
    min={0}
    step={0.5}
    inputMode="decimal"
    stepHoldDelay={500}
    stepHoldInterval={100}
  />
);

/** '2.99' → 299; '' stays ''. */
export const centsOf = (dollars: string | number): number | '' =>
  dollars === '' || Number.isNaN(Number(dollars)) ? '' : Math.round(Number(dollars) * 100);
