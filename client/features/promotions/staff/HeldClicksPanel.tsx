import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApiForm } from '#client/api/use-api-form.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { DataTable } from '#client/ui/DataTable.tsx';
import { InstantText } from '#client/ui/DateText.tsx';
import { TextField } from '#client/ui/Field.tsx';
import { Row } from '#client/ui/Stack.tsx';
import { STORE_NAMES, type Store } from '#shared/business.ts';
import { excludedReason, type HoldRule } from '#shared/click-rules.ts';
import {
  AnswerInput,
  type ClickEvidence,
  type HeldClicks,
  type HeldGroup,
  type HoldDecision,
} from '#shared/held-clicks.ts';
import classes from '../ClicksTables.module.css';
import { outcomeOf, Questions, ruleName, shareText } from '../HeldClicks.tsx';
import { answerQuestion, decideHeld, heldClicks, SUSPICIOUS } from './api.ts';

const keyOf = (id: number) => ['user', 'promotion', id, 'held clicks'];

/** Held clicks with the evidence, and the partner's questions; nothing for a promotion without either. */
export function HeldClicksPanel({ id }: { id: number }) {
  const { data } = useQuery({ queryKey: keyOf(id), queryFn: () => heldClicks(id), meta: { silent: true } });
  if (!data || (data.groups.length === 0 && data.questions.length === 0)) return null;
  const isAsked = data.questions.some(({ answer }) => answer === null);
  const isUndecided = data.may_decide && data.groups.some(({ decision }) => decision === null);
  return (
    <Panel
      title="Held clicks"
      tone={isAsked || isUndecided ? 'alert' : 'plain'}
      lead={
        data.decide_until ? (
          <>
            Decide until <InstantText at={data.decide_until} />. What is still held then isn’t billed.
          </>
        ) : (
          'The 72 hours are over. What was still held wasn’t billed.'
        )
      }
    >
      {data.groups.map((group) => (
        <Group key={`${group.rule} ${group.subject}`} id={id} group={group} held={data} />
      ))}
      {data.evidence.length > 0 && <Evidence evidence={data.evidence} />}
      <Questions questions={data.questions} />
      {isAsked && <AnswerForm id={id} />}
    </Panel>
  );
}

function useKeep(id: number) {
  const client = useQueryClient();
  return (held: HeldClicks) => {
    client.setQueryData(keyOf(id), held);
    void client.invalidateQueries({ queryKey: SUSPICIOUS });
  };
}

function Group({ id, group, held }: { id: number; group: HeldGroup; held: HeldClicks }) {
  const [note, setNote] = useState('');
  const keep = useKeep(id);
  const deciding = useMutation({
    mutationFn: (decision: HoldDecision['decision']) =>
      decideHeld(id, { rule: group.rule as HoldRule, subject: group.subject, decision, note: note || null }),
    meta: { success: 'Your decision is recorded.' },
    onSuccess: keep,
  });
  const { rule, subject, clicks, first_at, last_at, decision, decided_by_name } = group;
  return (
    <div className={classes.group}>
      <h3>{shareText(rule, clicks, held.clicks)}</h3>
      <p>
        {ruleName(rule)} ({subjectText(rule, subject)}), <InstantText at={first_at} /> to <InstantText at={last_at} />.{' '}
        {outcomeOf(decision, !held.may_decide)}
        {decided_by_name && ` (${decided_by_name})`}
        {group.note && `: ${group.note}`}
      </p>
      {held.may_decide && (
        <>
          <TextField
            label="Note"
            hint="Optional, for the audit log"
            rows={2}
            maxLength={2000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Row>
            <Button look="quiet" busy={deciding.isPending} onClick={() => deciding.mutate('count')}>
              Count these clicks
            </Button>
            <Button look="quiet" busy={deciding.isPending} onClick={() => deciding.mutate('exclude')}>
              Exclude these clicks
            </Button>
          </Row>
        </>
      )}
    </div>
  );
}

const subjectText = (rule: string, subject: string) =>
  rule === 'domain'
    ? subject
    : rule === 'sign_ups'
      ? `sign-ups of ${subject.replace('T', ' ')} UTC`
      : `network ${subject.slice(0, 8)}`;

const Evidence = ({ evidence }: { evidence: readonly ClickEvidence[] }) => (
  <details>
    <summary className={classes.summary}>Every click from the first held one on</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
    <section className={classes.evidence} aria-label="Clicks from the first held one on" tabIndex={0}>
      <DataTable
        caption="Clicks from the first held one on"
        head={[
          'Time',
          'Since the one before',
          'Network',
          'Reader',
          'Domain',
          'Confirmed',
          'Earlier newsletters',
          'Store',
          'Verdict',
        ]}
        rows={evidence.map((click, index) => [
          <InstantText key="at" at={click.clicked_at} />,
          pauseText(evidence[index - 1], click),
          click.network ?? 'unknown',
          click.reader_id ?? 'unknown',
          click.domain ?? 'public',
          click.confirmed_at ? <InstantText key="confirmed" at={click.confirmed_at} /> : 'unknown',
          click.earlier_newsletters,
          STORE_NAMES[click.store as Store],
          click.outcome === 'billable' ? 'Counts' : excludedReason(click.outcome),
        ])}
      />
    </section>
  </details>
);

/** '0.1 s'; nothing for the first. */
const pauseText = (before: ClickEvidence | undefined, { clicked_at }: ClickEvidence) =>
  before && `${((Date.parse(clicked_at) - Date.parse(before.clicked_at)) / 1000).toFixed(1)} s`;

function AnswerForm({ id }: { id: number }) {
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { answer: '' },
    schema: AnswerInput,
    submit: ({ answer }) => answerQuestion(id, answer),
    success: 'Your answer was sent.',
    onSuccess: useKeep(id),
  });
  return (
    <form onSubmit={onSubmit} className={classes.ask}>
      <TextField
        label="Your answer"
        hint="The partner gets it by email and sees it beside the result."
        rows={3}
        maxLength={2000}
        {...form.getInputProps('answer')}
      />
      <Button type="submit" busy={busy}>
        Send answer
      </Button>
    </form>
  );
}
