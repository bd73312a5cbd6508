import type { ReactNode } from 'react';

/** A labeled number in a definition list. */
export const Figure = ({ label, value }: { label: string; value: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);
