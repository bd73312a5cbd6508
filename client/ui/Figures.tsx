import classes from './Figures.module.css';

/** Large numbers, each with what it counts. */
export const Figures = ({ figures }: { figures: readonly { label: string; value: string }[] }) => (
  <dl className={classes.figures}>
    {figures.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
