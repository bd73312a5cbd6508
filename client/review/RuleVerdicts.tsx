import { IconCheck, IconCircleDashed, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ruleTitle, sortedRules } from '#client/promotions/rules.ts';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import type { Promotion } from '#shared/promotions.ts';
import { checkPromotion } from './api.ts';
import classes from './RuleVerdicts.module.css';
import dates from './ThatDate.module.css';

const ICONS = { failed: IconX, open: IconCircleDashed, met: IconCheck } as const;
const WORDS = { failed: 'Not met:', open: 'Not known:', met: 'Met:' } as const;

/** What the submission rules say about it as it is booked now, what fails first. Staff may still decide otherwise. */
export function RuleVerdicts({ promotion, heading: Heading }: { promotion: Promotion; heading: 'h3' | 'h4' }) {
  const { data, isError } = useQuery({
    queryKey: ['user', 'promotion', promotion.id, 'rules', promotion.updated_at],
    queryFn: () => checkPromotion(promotion.id),
    meta: { silent: true },
  });
  return (
    <section className={dates.date}>
      <Heading>Submission rules</Heading>
      {isError ? <p>Could not be checked.</p> : data ? <Verdicts rules={data.rules} /> : <Skeleton height={52} />}
    </section>
  );
}

type Rules = Parameters<typeof sortedRules>[0];

function Verdicts({ rules }: { rules: Rules }) {
  const { failed, open, met } = sortedRules(rules);
  return (
    <>
      {failed.length === 0 && <p>{open.length ? 'Nothing speaks against it so far.' : `All ${met.length} are met.`}</p>}
      <ul className={classes.rules}>
        {failed.map((rule) => (
          <Verdict key={rule.code} rule={rule} verdict="failed" />
        ))}
      </ul>
      <details>
        <summary className={classes.summary}>
          {met.length} of {rules.length} rules met
        </summary>
        <ul className={classes.rules}>
          {open.map((rule) => (
            <Verdict key={rule.code} rule={rule} verdict="open" />
          ))}
          {met.map((rule) => (
            <Verdict key={rule.code} rule={rule} verdict="met" />
          ))}
        </ul>
      </details>
    </>
  );
}

function Verdict({ rule, verdict }: { rule: Rules[number]; verdict: keyof typeof ICONS }) {
  const Icon = ICONS[verdict];
  return (
    <li data-verdict={verdict}>
      <Icon size={18} aria-hidden="true" />
      <span>
        <span className="visually-hidden">{WORDS[verdict]} </span>
        {ruleTitle(rule)}
        {verdict === 'failed' && <>. {rule.message}</>}
      </span>
    </li>
  );
}
