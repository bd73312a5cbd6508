import { IconCheck, IconCircleDashed, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from '#client/app/router.ts';
import classes from './RuleList.module.css';
import { groupRules, type Rule, ruleTitle } from './rules.ts';

const ICONS = { failed: IconX, open: IconCircleDashed, met: IconCheck } as const;
const WORDS = { failed: 'Not met:', open: 'Not known yet:', met: 'Met:' } as const;

type FixLink = { to: string; label: string };
type Props = {
  rules: readonly Rule[];
  /** The page on which a failed rule can be fixed. */
  fixLink?: (rule: Rule) => FixLink | null;
};

/** The submission rules, the failed ones first. */
export function RuleList({ rules, fixLink: fixLinkFor }: Props) {
  const { failed, open, met } = groupRules(rules);
  return (
    <>
      {failed.length > 0 && (
        <ul className={classes.rules}>
          {failed.map((rule) => (
            <FailedRule key={rule.code} rule={rule} link={fixLinkFor?.(rule) ?? null} />
          ))}
        </ul>
      )}
      <details>
        <summary className={classes.summary}>
          {met.length} of {rules.length} rules met
        </summary>
        <ul className={classes.rules}>
          {open.map((rule) => (
            <RuleItem key={rule.code} verdict="open">
              {ruleTitle(rule)}
            </RuleItem>
          ))}
          {met.map((rule) => (
            <RuleItem key={rule.code} verdict="met">
              {ruleTitle(rule)}
            </RuleItem>
          ))}
        </ul>
      </details>
    </>
  );
}

const FailedRule = ({ rule, link }: { rule: Rule; link: FixLink | null }) => (
  <RuleItem verdict="failed">
    <strong>{ruleTitle(rule)}</strong> {rule.message}
    {link && (
      <>
        {' '}
        <Link to={link.to}>{link.label}</Link>
      </>
    )}
  </RuleItem>
);

function RuleItem({ verdict, children }: { verdict: keyof typeof ICONS; children: ReactNode }) {
  const Icon = ICONS[verdict];
  return (
    <li data-verdict={verdict}>
      <Icon size={18} aria-hidden="true" />
      <span>
        <span className="visually-hidden">{WORDS[verdict]} </span>
        {children}
      </span>
    </li>
  );
}
