import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useApiForm } from '#client/api/use-api-form.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { DataTable } from '#client/ui/DataTable.tsx';
import { InstantText } from '#client/ui/DateText.tsx';
import { TextField } from '#client/ui/Field.tsx';
import { Row } from '#client/ui/Stack.tsx';
import { STORE_NAMES, type Store } from '#shared/business.ts';
import { excludedReason, type HoldRule } from '#shared/click-rules.ts';
import { formatInstant } from '#shared/dates.ts';
import { AnswerInput, type ClickEvidence, type HeldClicks, type HeldGroup, HoldDecision } from '#shared/held-clicks.ts';
import classes from '../ClicksTables.module.css';
import { holdOutcome, Questions, ruleName, shareText } from '../HeldClicks.tsx';
import { TextForm } from '../TextForm.tsx';
import { answerQuestion, decideHeldClicks, fetchHeldClicks, HELD_CLICKS_KEY } from './api.ts';

const keyOf = (id: number) => ['user', 'promotion', id, 'held clicks'];

/** A promotion's held clicks with the evidence, and the partner's questions. Renders nothing if there are neither. */
export function HeldClicksPanel({ id }: { id: number }) {
  const query = useQuery({ queryKey: keyOf(id), queryFn: () => fetchHeldClicks(id), meta: { silent: true } });
  const storeHeldClicks = useStoreHeldClicks(id);
  const { data, error } = query;
  if (!data && error)
    return (
      <Panel title="Held clicks">
        <QueryBoundary query={query}>{() => null}</QueryBoundary>
      </Panel>
    );
  if (!data || (data.groups.length === 0 && data.questions.length === 0)) return null;
  const isAsked = data.questions.some(({ answer }) => answer === null);
  const isUndecided = data.may_decide && data.groups.some((group) => heldIn(group) > 0);
  return (
    <Panel
      title="Held clicks"
      tone={isAsked || isUndecided ? 'alert' : 'plain'}
      lead={
        data.decide_until ? (
          <>
            Decide by <InstantText at={data.decide_until} />. We won’t bill clicks you haven’t decided on by then.
          </>
        ) : (
          'The 72-hour window has closed. Clicks that were still held weren’t billed.'
        )
      }
    >
      {data.groups.map((group) => (
        <Group key={`${group.rule} ${group.subject}`} id={id} group={group} held={data} />
      ))}
      {data.evidence.length > 0 && <Evidence evidence={data.evidence} total={data.evidence_clicks} />}
      <Questions questions={data.questions} />
      {isAsked && (
        <TextForm
          name="answer"
          schema={AnswerInput}
          label="Your answer"
          hint="The partner will get it by email and see it beside the result."
          button="Send answer"
          success="Your answer was sent."
          submit={(answer) => answerQuestion(id, answer)}
          onSuccess={storeHeldClicks}
        />
      )}
    </Panel>
  );
}

function useStoreHeldClicks(id: number) {
  const queryClient = useQueryClient();
  return (held: HeldClicks) => {
    queryClient.setQueryData(keyOf(id), held);
    void queryClient.invalidateQueries({ queryKey: HELD_CLICKS_KEY });
  };
}

/** A group's undecided clicks: all, those that joined it after staff counted it, or none if staff excluded it. */
const heldIn = ({ decision, clicks, seen_clicks }: HeldGroup) =>
  decision === null ? clicks : decision === 'count' ? clicks - seen_clicks! : 0;

function Group({ id, group, held }: { id: number; group: HeldGroup; held: HeldClicks }) {
  const { rule, subject, clicks, first_at, last_at, decision, decided_by_name } = group;
  const later = decision === null ? 0 : heldIn(group);
  return (
    <div className={classes.group}>
      <h3>{shareText(rule, clicks, held.clicks)}</h3>
      <p>
        {ruleName(rule)} ({subjectText(rule, subject)}), <InstantText at={first_at} /> to <InstantText at={last_at} />.{' '}
        {holdOutcome(decision, !held.may_decide)}
        {decided_by_name && ` (${decided_by_name})`}
        {group.note && `: ${group.note}`}
      </p>
      {later > 0 && (
        <p>
          {later === 1 ? 'One more click' : `${later} more clicks`} arrived after that decision and{' '}
          {held.may_decide ? (later === 1 ? 'is held' : 'are held') : later === 1 ? 'wasn’t billed' : 'weren’t billed'}.
        </p>
      )}
      {held.may_decide && <DecisionForm id={id} group={group} held={held} />}
    </div>
  );
}

function DecisionForm({ id, group, held }: { id: number; group: HeldGroup; held: HeldClicks }) {
  const pressed = useRef<HoldDecision['decision']>('exclude');
  const queryClient = useQueryClient();
  const { clicks, decided_at, subject } = group;
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { note: '' },
    schema: HoldDecision.pick({ note: true }),
    submit: ({ note }) =>
      decideHeldClicks(id, {
        ...{ rule: group.rule as HoldRule, subject, clicks, decided_at },
        ...{ decision: pressed.current, note },
      }).catch((error) => {
        // The decision may have been refused because the numbers have changed.
        void queryClient.invalidateQueries({ queryKey: keyOf(id) });
        throw error;
      }),
    success: 'Your decision was recorded.',
    onSuccess: useStoreHeldClicks(id),
  });
  const press = (decision: HoldDecision['decision']) => () => {
    pressed.current = decision;
  };
  return (
    <form onSubmit={onSubmit} className={classes.ask}>
      <TextField
        label="Note"
        hint="For the audit log. The partner sees only the decision."
        rows={2}
        maxLength={2000}
        {...form.getInputProps('note')}
      />
      <Row>
        {held.may_count && (
          <Button type="submit" look="quiet" busy={busy} onClick={press('count')}>
            Bill these clicks
          </Button>
        )}
        <Button type="submit" look="quiet" busy={busy} onClick={press('exclude')}>
          Don’t bill these clicks
        </Button>
      </Row>
      {!held.may_count && <p>Only an administrator can bill them.</p>}
    </form>
  );
}

const subjectText = (rule: string, subject: string) =>
  rule === 'domain' || rule === 'alias_services'
    ? subject
    : rule === 'newcomers'
      ? 'this promotion'
      : rule === 'sign_ups'
        ? `sign-ups in the hour from ${formatInstant(`${subject}Z`)}`
        : `network ${subject.slice(0, 8)}`;

const Evidence = ({ evidence, total }: { evidence: readonly ClickEvidence[]; total: number }) => (
  <details>
    <summary className={classes.summary}>
      {total > evidence.length
        ? `Readers since the first held click (showing ${evidence.length} of ${total}; held ones are chosen first)`
        : 'Readers since the first held click'}
    </summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
    <section className={classes.evidence} aria-label="Readers since the first held click" tabIndex={0}>
      <DataTable
        caption="One click for each reader since the first held click"
        head={[
          'Time',
          'Time since previous click',
          'Network',
          'Range',
          'Reader',
          'Domain',
          'Confirmed',
          'Earlier newsletters',
          'Store',
          'Result',
        ]}
        rows={evidence.map((click, index) => [
          <InstantText key="at" at={click.clicked_at} />,
          timeSincePreviousClick(evidence[index - 1], click),
          click.network ?? 'unknown',
          click.range ?? 'unknown',
          click.reader_id ?? 'erased',
          click.domain ?? (click.is_alias ? 'alias service' : 'public'),
          click.confirmed_at ? <InstantText key="confirmed" at={click.confirmed_at} /> : 'unknown',
          click.earlier_newsletters,
          STORE_NAMES[click.store as Store],
          click.outcome === 'billable' ? 'Billable' : excludedReason(click.outcome),
        ])}
      />
    </section>
  </details>
);

/** '0.1 s'; empty for the first. */
const timeSincePreviousClick = (previous: ClickEvidence | undefined, { clicked_at }: ClickEvidence) =>
  previous && `${((Date.parse(clicked_at) - Date.parse(previous.clicked_at)) / 1000).toFixed(1)} s`;
