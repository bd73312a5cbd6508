import classes from './Figures.module.css';

/** Large numbers with their labels. */
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
