/** Our own numbers and lists for `:fact[name]` and `:data[name]`, from the code that applies them. */
import evaluation from '#shared/click-evaluation.json' with { type: 'json' };
import { CLICK_LIMITS, CLICK_RULES, type ClickRule, KNOWN_LIMITS } from '#shared/click-rules.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { FACTS } from '#shared/facts.ts';
import { QUESTION_DAYS } from '#shared/held-clicks.ts';
import { TIER_DAYS } from '#shared/list-health.ts';
import { REFERRAL, rewardFor } from '#shared/referral-facts.ts';
import { RETENTION_DAYS } from '#shared/retention.ts';
import { ANSWER_DAYS } from '#shared/sunset.ts';

/** Recall of a scenario. For an attack, the figure for the targeted people follows. */
const recallText = ({ recall, targeted }: { recall: string; targeted?: string }) =>
  targeted ? `${recall}; ${targeted}` : recall;
const mixes = evaluation.filter(({ kind }) => kind === 'mix');
/** The lowest of percentages such as '98.4%'. */
const lowest = (figures: readonly string[]) => `${Math.min(...figures.map(Number.parseFloat)).toFixed(1)}%`;
const highest = (figures: readonly string[]) => `${Math.max(...figures.map(Number.parseFloat)).toFixed(1)}%`;

const withPrefix = (prefix: string, facts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [`${prefix}.${name}`, value]));

const FACT_VALUES: Readonly<Record<string, string>> = {
  ...FACTS,
  ...withPrefix('referral', REFERRAL),
  ...withPrefix(
    'retention',
    Object.fromEntries(Object.entries(RETENTION_DAYS).map(([name, days]) => [name, `${days} days`])),
  ),
  'sunset.dormant': `${TIER_DAYS.lapsed} days`,
  'sunset.answer': `${ANSWER_DAYS} days`,
  ...withPrefix('clicks', {
    newReader: `${CLICK_LIMITS.new_reader_ms / HOUR_MS} hours`,
    questionDays: `${QUESTION_DAYS} days`,
    mixes: String(mixes.length),
    lowestRecall: lowest(mixes.map(({ recall }) => recall)),
    highestDrained: highest(mixes.map(({ drained }) => drained)),
  }),
};

/** `ceiling` → '$60'; `share.31200` → the referral reward on $312.00. */
export function factOf(name: string): string {
  const [, cents] = /^share\.(\d+)$/.exec(name) ?? [];
  const value = cents ? rewardFor(Number(cents)) : FACT_VALUES[name];
  if (value === undefined) throw new Error(`unknown fact “${name}”`);
  return value;
}

/** Replaces `:fact[name]` in texts that aren't Markdown. */
export const withFacts = (text: string) => text.replace(/:fact\[([\w.-]+)\]/g, (_, name: string) => factOf(name));

const RULES: readonly ClickRule[] = Object.values(CLICK_RULES);
const EFFECT = { exclude: 'Not\u00a0billed', hold: 'Held' };
const row = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

const LISTS: Readonly<Record<string, () => string>> = {
  'click-rules': () =>
    table(
      ['Rule', 'Effect', 'Reason you see'],
      RULES.map(({ name, effect, reason }) => [name, EFFECT[effect], reason]),
    ),
  'click-sources': () =>
    [...new Map(RULES.flatMap(({ sources = [] }) => sources.map(({ url, label }) => [url, label])))]
      .map(([url, label]) => `- [${label}](${url})`)
      .join('\n'),
  'click-limits': () => KNOWN_LIMITS.map((limit) => `- ${limit}`).join('\n'),
  'click-scenarios': () =>
    table(
      ['Scenario', 'Kind', 'Precision', 'Recall', 'Drained'],
      evaluation
        .filter(({ kind }) => kind !== 'mix')
        .map((row) => [row.title, row.kind, row.precision, recallText(row), row.drained]),
    ),
};

/** Replaces each line `:data[name]` with the Markdown of that list. */
export const withData = (body: string) =>
  body.replace(/^:data\[([\w-]+)\]$/gm, (_, name: string) => {
    const list = LISTS[name];
    if (!list) throw new Error(`no data is called “${name}”`);
    return list();
  });
