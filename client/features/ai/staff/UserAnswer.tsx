import { ApiError } from '#client/api/api-error.ts';
import { errorMessages } from '#client/api/error-messages.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { CopyButton } from '#client/ui/CopyButton.tsx';
import { useShell } from '#client/ui/shell.ts';
import { isBusy, type Phase, type Progress } from '../progress.ts';
import { fineCents } from './cents.ts';
import classes from './UserAi.module.css';

const SAID: Record<Phase, string> = {
  idle: '',
  asking: 'Asking …',
  writing: 'Writing …',
  done: 'The answer is complete.',
  stopped: 'Stopped.',
  failed: '',
};

/** What the model says, as text, while it comes and after. */
export function UserAnswer({ progress }: { progress: Progress }) {
  const { support_email: supportEmail } = useShell();
  const { phase, options, answer, error } = progress;
  if (phase === 'idle') return null;
  const text = options[0] ?? '';
  const messages = error instanceof ApiError ? errorMessages(error, { supportEmail }) : [];
  return (
    <Panel title="Answer">
      <p role="status" className={classes.small}>
        {SAID[phase]}
        {answer && ` It cost ${fineCents(answer.cost_cents)}.`}
      </p>
      {messages.map((message) => (
        <Alert key={message} kind="error">
          {message}
        </Alert>
      ))}
      {text && <div className={classes.answer}>{text}</div>}
      {answer?.is_cut && <Alert kind="warning">The answer reached its greatest length and stops in the middle.</Alert>}
      {text && !isBusy(progress) && (
        <div className={classes.actions}>
          <CopyButton text={text} what="the answer" />
        </div>
      )}
    </Panel>
  );
}
