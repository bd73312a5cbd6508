import { DataTable } from '#client/ui/DataTable.tsx';
import { InstantText } from '#client/ui/DateText.tsx';
import { CLICK_RULES, type ClickRule, type ClickRuleCode, type HoldRule } from '#shared/click-rules.ts';
import { formatCount } from '#shared/counts.ts';
import type { ClickHold, ClickQuestion } from '#shared/held-clicks.ts';
import classes from './ClicksTables.module.css';

export const ruleName = (rule: string) => CLICK_RULES[rule as ClickRuleCode]?.name ?? rule;
const ruleReason = (rule: string) => CLICK_RULES[rule as ClickRuleCode]?.reason ?? rule;

/** '82 of 97 clicks from one network' */
export const shareText = (rule: string, held: number, clicks: number) =>
  `${held.toLocaleString('en-US')} of ${formatCount(clicks, 'click')} ${(CLICK_RULES[rule as HoldRule] as ClickRule).share}`;

/** Held clicks and their outcomes. Renders nothing if none were held. */
export const HoldsTable = ({ holds, settled }: { holds: readonly ClickHold[]; settled: boolean }) =>
  holds.length === 0 ? null : (
    <DataTable
      caption="Held for review"
      head={['Reason', 'Result', 'Clicks']}
      rows={holds.map(({ rule, clicks, decision }) => [ruleReason(rule), holdOutcome(decision, settled), clicks])}
    />
  );

export const holdOutcome = (decision: ClickHold['decision'], settled: boolean) =>
  decision === 'count'
    ? 'Counted after review'
    : decision === 'exclude'
      ? 'Excluded by our staff'
      : settled
        ? 'Not billed'
        : 'Under review';

export const Questions = ({ questions }: { questions: readonly ClickQuestion[] }) =>
  questions.map(({ question, asked_at, answer, answered_at }) => (
    <dl key={asked_at} className={classes.question}>
      <dt>
        Question, <InstantText at={asked_at} />
      </dt>
      <dd>{question}</dd>
      {answer && answered_at && (
        <>
          <dt>
            Answer, <InstantText at={answered_at} />
          </dt>
          <dd>{answer}</dd>
        </>
      )}
    </dl>
  ));
