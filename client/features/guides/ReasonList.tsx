import { REASONS, type ReasonCode } from '#shared/reasons.ts';
import { Inline } from './Inline.tsx';
import classes from './ReasonList.module.css';
import { REASON_ADVICE } from './reason-advice.ts';

/** Rules and decline reasons one by one, each under its code as an anchor. */
export const ReasonList = ({ codes }: { codes: readonly ReasonCode[] }) => (
  <ol className={classes.list}>
    {codes.map((code) => (
      <li key={code} id={code}>
        <h3>{REASON_ADVICE[code].title}</h3>
        <p className={classes.rule}>{REASONS[code].explanation}</p>
        <p>
          <Inline text={REASON_ADVICE[code].advice} />
        </p>
        <p className={classes.facts}>
          <code>{code}</code>
          <span>{comeBack(REASONS[code].resubmit_after)}</span>
        </p>
      </li>
    ))}
  </ol>
);

export const comeBack = (days: number) =>
  days === 0 ? 'May come back as soon as it is mended' : `May come back after ${days} days`;
