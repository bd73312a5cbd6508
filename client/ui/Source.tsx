import { InstantText } from './DateText.tsx';
import classes from './Page.module.css';

type Props = { as_of: string; method: string; demo: boolean };

/** The time and method of a count, and a note if it's demo data. */
export const Source = ({ as_of, method, demo }: Props) => (
  <div className={classes.source}>
    <p>
      {demo && <strong>Demo data. </strong>}
      Counted on <InstantText at={as_of} />.
    </p>
    <p>{method}</p>
  </div>
);
