import type { ReactNode } from 'react';
import classes from './FactList.module.css';

export type Fact = readonly [label: string, value: ReactNode];

/** Labels with their values, in as many columns as fit, or in two on narrow screens. */
export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={classes.facts}>
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
