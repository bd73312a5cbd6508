import { IconCheck, IconCircleDashed, IconX } from '@tabler/icons-react';
import { Link } from '#client/router.ts';
import classes from './BookingFields.module.css';
import { mendingPlace, type Rule, ruleTitle, sortedRules } from './rules.ts';

const ICONS = { failed: IconX, open: IconCircleDashed, met: IconCheck } as const;
const WORDS = { failed: 'Not met:', open: 'Not known yet:', met: 'Met:' } as const;

/** The submission rules, what stands in the way first. */
export function RuleList({ rules, book_id }: { rules: readonly Rule[]; book_id: number }) {
  const { failed, open, met } = sortedRules(rules);
  return (
    <>
      {failed.length > 0 && (
        <ul className={classes.rules}>
          {failed.map((rule) => (
            <RuleItem key={rule.code} rule={rule} verdict="failed" book_id={book_id} />
          ))}
        </ul>
      )}
      <details className={classes.more}>
        <summary>
          {met.length} of {rules.length} rules met
        </summary>
        <ul className={classes.rules}>
          {open.map((rule) => (
            <RuleItem key={rule.code} rule={rule} verdict="open" book_id={book_id} />
          ))}
          {met.map((rule) => (
            <RuleItem key={rule.code} rule={rule} verdict="met" book_id={book_id} />
          ))}
        </ul>
      </details>
    </>
  );
}

type ItemProps = { rule: Rule; verdict: keyof typeof ICONS; book_id: number };

function RuleItem({ rule, verdict, book_id }: ItemProps) {
  const Icon = ICONS[verdict];
  const place = verdict === 'failed' ? mendingPlace(rule, book_id) : null;
  return (
    <li data-verdict={verdict}>
      <Icon size={18} aria-hidden="true" />
      <span>
        <span className="visually-hidden">{WORDS[verdict]} </span>
        {verdict === 'failed' ? <strong>{ruleTitle(rule)}</strong> : ruleTitle(rule)}
        {verdict === 'failed' && <> {rule.message}</>}
        {place && (
          <>
            {' '}
            <Link to={place.to}>{place.label}</Link>
          </>
        )}
      </span>
    </li>
  );
}
