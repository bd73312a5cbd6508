import type { ReactNode } from 'react';

/** A number with its name, in a list of them. */
export const Figure = ({ label, value }: { label: string; value: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);
