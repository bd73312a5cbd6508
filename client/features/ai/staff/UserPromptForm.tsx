import { Textarea } from '@mantine/core';
import { Alert } from '#client/ui/Alert.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import type { AiUsage } from '#shared/ai.ts';
import { AI_INPUT_LENGTH } from '#shared/ai-tools.ts';
import classes from './UserAi.module.css';

type Props = {
  prompt: string;
  onChange: (prompt: string) => void;
  busy: boolean;
  /** Undefined until it is known. */
  usage: AiUsage | undefined;
  onAsk: () => void;
  onStop: () => void;
};

export function UserPromptForm({ prompt, onChange, busy, usage, onAsk, onStop }: Props) {
  const isOff = usage?.mode === 'offline';
  return (
    <Panel title="Prompt">
      {isOff && <Off model={usage.model} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (prompt.trim() && !busy && !isOff) onAsk();
        }}
      >
        <Textarea
          label="Your prompt"
          description={`Up to ${AI_INPUT_LENGTH.toLocaleString('en-US')} characters; ${(AI_INPUT_LENGTH - prompt.length).toLocaleString('en-US')} left.`}
          maxLength={AI_INPUT_LENGTH}
          autosize
          minRows={5}
          maxRows={18}
          size="md"
          value={prompt}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <div className={classes.actions} style={{ marginTop: '1rem' }}>
          {!isOff && (
            <Button type="submit" busy={busy}>
              Ask
            </Button>
          )}
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

/** Only the installation's own configuration can change this. */
const Off = ({ model }: { model: string | null }) =>
  model ? (
    <Alert kind="warning" title="AI is switched off">
      The daily budget of this installation is 0 (AI_DAILY_BUDGET_CENTS).
    </Alert>
  ) : (
    <Alert kind="warning" title="No model is connected">
      Prompts need one: set OPENAI_API_KEY, and OPENAI_BASE_URL for a model of your own, then restart. Prompts can be
      saved in the meantime, and the public tools answer with offline suggestions.
    </Alert>
  );
