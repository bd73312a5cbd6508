import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { CopyButton } from '#client/ui/CopyButton.tsx';
import { Row } from '#client/ui/Stack.tsx';
import type { AiTool } from '#shared/ai-tools.ts';
import { announcement, isBusy, type Progress } from '../progress.ts';
import classes from './Suggestions.module.css';
import { TitleCheck } from './TitleChecks.tsx';

type Props = {
  progress: Progress;
  tool: AiTool;
  unit: string;
  requested: number;
  /**
   * True if a model with a budget is connected. Keyless drafts then mean that the model failed, or that its budget is
   * used up.
   */
  hasModel: boolean;
  /** Null if no partner is signed in, or if no field of a book takes the tool's suggestions. */
  onUse: ((text: string) => void) | null;
  /** Copies a draft into the editor below. Null for tools without an editor. */
  onEdit?: ((text: string) => void) | null;
  onGenerateAgain: () => void;
  onStop: () => void;
};

const SHORT_TOOLS: readonly AiTool[] = ['title', 'pen_name'];
const TOOLS_WITH_HEADLINE: readonly AiTool[] = ['title', 'pen_name', 'character', 'plot'];

/** The suggestions of the last request, shown as they arrive. */
export function Suggestions({
  progress,
  tool,
  unit,
  requested,
  hasModel,
  onUse,
  onEdit,
  onGenerateAgain,
  onStop,
}: Props) {
  const { options, phase, source, remaining } = progress;
  return (
    <section className={classes.results} aria-labelledby="suggestions">
      <Row align="between">
        <h2 id="suggestions">Suggestions</h2>
        {isBusy(progress) ? (
          <Button type="button" look="quiet" onClick={onStop}>
            Stop
          </Button>
        ) : (
          phase !== 'failed' && (
            <Button type="button" look="quiet" onClick={onGenerateAgain}>
              Generate again
            </Button>
          )
        )}
      </Row>
      <p role="status" className={classes.status}>
        {announcement(progress, requested)}
      </p>
      {source === 'offline' && <OfflineLabel hasModel={hasModel} />}
      <ol className={classes.list} data-size={SHORT_TOOLS.includes(tool) ? 'small' : 'large'}>
        {options.map((text, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: options are never reordered
          <li key={position} className={classes.item}>
            <SuggestionText text={text} hasHeadline={TOOLS_WITH_HEADLINE.includes(tool)} />
            {tool === 'title' && <TitleCheck title={textToCopy(tool, text)} />}
            {(!isBusy(progress) || position < options.length - 1) && (
              <Row>
                <CopyButton text={textToCopy(tool, text)} subject={`${unit} ${position + 1}`} />
                {onEdit && (
                  <Button type="button" look="quiet" onClick={() => onEdit(textToCopy(tool, text))}>
                    Edit this draft
                    <span className="visually-hidden">
                      {' '}
                      {unit} {position + 1}
                    </span>
                  </Button>
                )}
                {onUse && (
                  <Button type="button" look="quiet" onClick={() => onUse(textToCopy(tool, text))}>
                    Use in my book
                    <span className="visually-hidden">
                      {' '}
                      {unit} {position + 1}
                    </span>
                  </Button>
                )}
              </Row>
            )}
          </li>
        ))}
      </ol>
      {remaining && <p className={classes.status}>{triesLeft(remaining)}</p>}
    </section>
  );
}

const OfflineLabel = ({ hasModel }: { hasModel: boolean }) => (
  <Alert title="Drafts without an AI model">
    {hasModel
      ? 'The AI model gave no usable suggestions, or today’s budget for it is used up. These come from your own words and our patterns instead.'
      : 'No AI model is connected here. These come from your own words and our patterns, and your notes haven’t left this site.'}
  </Alert>
);

/** The text of a suggestion to copy: titles and names without the line below them. */
const textToCopy = (tool: AiTool, text: string) => (SHORT_TOOLS.includes(tool) ? text.split('\n')[0]! : text).trim();

const triesLeft = ({ hour, day }: { hour: number; day: number }) =>
  `You have ${hour} ${hour === 1 ? 'try' : 'tries'} left this hour and ${day} today.`;

/** A suggestion, always as text: React escapes it, and nothing here turns it into markup. */
export function SuggestionText({ text, hasHeadline }: { text: string; hasHeadline: boolean }) {
  const { headline, lines } = linesOf(text, { hasHeadline });
  return (
    <div className={classes.text}>
      {headline !== null && <h3>{headline}</h3>}
      {lines.map(({ label, text }, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are never reordered
        <p key={position}>
          {label && <strong>{label}: </strong>}
          {text}
        </p>
      ))}
    </div>
  );
}

/** A line of a suggestion. 'Want: …' and '1. The body: …' have labels. */
type Line = { label: string | null; text: string };

const LABEL = /^((?:\d{1,2}\. )?\p{Lu}[\p{L}’' -]{1,40}): (?=\S)/u;

export function linesOf(
  text: string,
  { hasHeadline }: { hasHeadline: boolean },
): { headline: string | null; lines: Line[] } {
  const all = text.trim().split('\n');
  const headline = hasHeadline ? (all.shift() ?? '') : null;
  return { headline, lines: all.filter((line) => line.trim()).map((line) => lineOf(line.trim(), hasHeadline)) };
}

function lineOf(line: string, hasLabels: boolean): Line {
  const label = hasLabels ? LABEL.exec(line)?.[1] : undefined;
  return label ? { label, text: line.slice(label.length + 2) } : { label: null, text: line };
}
