import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#client/api/api-error.ts';
import { errorMessages } from '#client/api/error-messages.ts';
import { confirmDiscard } from '#client/api/unsaved.ts';
import { useUnsavedGuard } from '#client/api/use-unsaved-guard.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { CopyButton } from '#client/ui/CopyButton.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { TextField } from '#client/ui/Field.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import type { AiUsage } from '#shared/ai.ts';
import { MAX_AI_INPUT_LENGTH } from '#shared/ai-tools.ts';
import { aiApi } from '#shared/api/ai.ts';
import { isBusy, type Phase, type Progress } from '../progress.ts';
import { useStream } from '../use-stream.ts';
import { formatFractionalCents } from './cents.ts';
import { SavedPrompts, USAGE, usageQuery } from './SavedPrompts.tsx';
import classes from './UserAi.module.css';

/** A form for staff to prompt the model, with the cost. */
export function UserAiScreen() {
  const queryClient = useQueryClient();
  const usage = useQuery(usageQuery());
  const { progress, start, stop } = useStream();
  const [prompt, setPrompt] = useState('');
  /** The last prompt that was sent, saved, or loaded. Replacing it or leaving the page needs no confirmation. */
  const [safePrompt, setSafePrompt] = useState('');
  useUnsavedGuard(() => prompt.trim() !== '' && prompt !== safePrompt);
  const onAsk = async () => {
    setSafePrompt(prompt);
    await start({ path: aiApi.prompt.path, body: { prompt }, role: 'user' });
    await queryClient.invalidateQueries({ queryKey: USAGE });
  };
  const onLoad = (loaded: string) => {
    if (!confirmDiscard()) return;
    setPrompt(loaded);
    setSafePrompt(loaded);
  };
  return (
    <Page>
      <Seo title="AI prompt" description="For staff: ask the AI model." noindex />
      <PageTitle lead={leadFor(usage.data?.model)}>AI prompt</PageTitle>
      <div className={classes.columns}>
        <div className={classes.main}>
          <UserPromptForm
            prompt={prompt}
            onChange={setPrompt}
            busy={isBusy(progress)}
            usage={usage.data}
            onAsk={() => void onAsk()}
            onStop={stop}
          />
          <UserAnswer progress={progress} />
        </div>
        <div className={classes.side}>
          <UsagePanel query={usage} />
          <SavedPrompts prompt={prompt} onLoad={onLoad} onSaved={setSafePrompt} />
        </div>
      </div>
    </Page>
  );
}

const leadFor = (model: string | null | undefined) =>
  model
    ? `Your prompt goes to the model ${model}. Its cost counts toward the same daily budget as the public tools.`
    : 'Ask the AI model.';

type Props = {
  prompt: string;
  onChange: (prompt: string) => void;
  busy: boolean;
  /** Undefined while it loads. */
  usage: AiUsage | undefined;
  onAsk: () => void;
  onStop: () => void;
};

function UserPromptForm({ prompt, onChange, busy, usage, onAsk, onStop }: Props) {
  const isOffline = usage?.mode === 'offline';
  return (
    <Panel title="Prompt">
      {isOffline && <OfflineAlert model={usage.model} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (prompt.trim() && !busy && !isOffline) onAsk();
        }}
      >
        <TextField
          label="Your prompt"
          hint={`Up to ${MAX_AI_INPUT_LENGTH.toLocaleString('en-US')} characters; ${(MAX_AI_INPUT_LENGTH - prompt.length).toLocaleString('en-US')} left.`}
          maxLength={MAX_AI_INPUT_LENGTH}
          rows={5}
          value={prompt}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <div className={classes.actions} style={{ marginTop: '1rem' }}>
          <Button type="submit" busy={busy} disabled={isOffline}>
            Send prompt
          </Button>
          {busy && (
            <Button type="button" look="quiet" onClick={onStop}>
              Stop
            </Button>
          )}
        </div>
      </form>
    </Panel>
  );
}

/** Explains which setting turns AI on, since only the operator can change it. */
const OfflineAlert = ({ model }: { model: string | null }) =>
  model ? (
    <Alert kind="warning" title="AI is turned off">
      This site’s daily budget is 0. To turn AI on, set AI_DAILY_BUDGET_CENTS, then restart Deckle.
    </Alert>
  ) : (
    <Alert kind="warning" title="No model is connected">
      To use prompts, set OPENAI_API_KEY (and OPENAI_BASE_URL for your own model), then restart Deckle. Until then you
      can save prompts, and the public tools give drafts without a model.
    </Alert>
  );

const STATUS_TEXTS: Record<Phase, string> = {
  idle: '',
  asking: 'Asking…',
  writing: 'Writing…',
  done: 'The answer is complete.',
  stopped: 'Stopped.',
  failed: '',
};

/** The model's response as text, while it streams and afterwards. */
function UserAnswer({ progress }: { progress: Progress }) {
  const { support_email: supportEmail } = useShell();
  const { phase, options, answer, error } = progress;
  if (phase === 'idle') return null;
  const text = options[0] ?? '';
  const messages = error instanceof ApiError ? errorMessages(error, { supportEmail }) : [];
  return (
    <Panel title="Answer">
      <p role="status" className={classes.small}>
        {STATUS_TEXTS[phase]}
        {answer && ` It cost ${formatFractionalCents(answer.cost_cents)}.`}
      </p>
      {messages.map((message) => (
        <Alert key={message} kind="error">
          {message}
        </Alert>
      ))}
      {text && <div className={classes.answer}>{text}</div>}
      {answer?.is_cut && <Alert kind="warning">The answer reached its maximum length and was cut off.</Alert>}
      {text && !isBusy(progress) && (
        <div className={classes.actions}>
          <CopyButton text={text} subject="the answer" />
        </div>
      )}
    </Panel>
  );
}

type UsagePanelProps = { query: Parameters<typeof QueryBoundary<AiUsage>>[0]['query'] };

/** The cost of all requests of the day, including those of the public tools. */
const UsagePanel = ({ query }: UsagePanelProps) => (
  <Panel title="Cost today">
    <QueryBoundary query={query}>{(usage) => <Usage usage={usage} />}</QueryBoundary>
  </Panel>
);

const Usage = ({ usage: { date, spent_cents, limit_cents } }: { usage: AiUsage }) => (
  <>
    <p>
      <strong>{formatFractionalCents(spent_cents)}</strong> of {formatFractionalCents(limit_cents)}
    </p>
    <progress
      className={classes.bar}
      aria-label="Share of the daily budget used"
      max={limit_cents || 1}
      value={Math.min(limit_cents, spent_cents)}
    />
    <p className={classes.small}>
      <DateText date={date} />, Pacific Time, including the public tools. Unfinished answers count at their maximum
      price.
    </p>
  </>
);
