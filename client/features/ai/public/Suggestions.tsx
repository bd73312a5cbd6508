import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { CopyButton } from '#client/ui/CopyButton.tsx';
import type { AiTool } from '#shared/ai-tools.ts';
import { announcement, isBusy, type Progress } from '../progress.ts';
import classes from './Suggestions.module.css';
import { SuggestionText } from './SuggestionText.tsx';

type Props = {
  progress: Progress;
  tool: AiTool;
  unit: string;
  wanted: number;
  /** A model is connected, so offline suggestions mean that its budget is used up. */
  hasModel: boolean;
  /** Null where there is nobody to take it over, or nothing to take it into. */
  onUse: ((text: string) => void) | null;
  onAgain: () => void;
  onStop: () => void;
};

const SHORT: readonly AiTool[] = ['title', 'pen_name'];
const HEADED: readonly AiTool[] = ['title', 'pen_name', 'character', 'plot'];

/** What came of the last request, while it comes and after. */
export function Suggestions({ progress, tool, unit, wanted, hasModel, onUse, onAgain, onStop }: Props) {
  const { options, phase, source, remaining } = progress;
  return (
    <section className={classes.results} aria-labelledby="suggestions">
      <div className={classes.head}>
        <h2 id="suggestions">Suggestions</h2>
        {isBusy(progress) ? (
          <Button type="button" look="quiet" onClick={onStop}>
            Stop
          </Button>
        ) : (
          phase !== 'failed' && (
            <Button type="button" look="quiet" onClick={onAgain}>
              Again, with the same notes
            </Button>
          )
        )}
      </div>
      <p role="status" className={classes.status}>
        {announcement(progress, wanted)}
      </p>
      {source === 'offline' && <OfflineLabel hasModel={hasModel} />}
      <ol className={classes.list} data-size={SHORT.includes(tool) ? 'small' : 'large'}>
        {options.map((text, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: options are only ever added at the end
          <li key={position} className={classes.item}>
            <SuggestionText text={text} hasHeadline={HEADED.includes(tool)} />
            {(!isBusy(progress) || position < options.length - 1) && (
              <div className={classes.actions}>
                <CopyButton text={copied(tool, text)} what={`${unit} ${position + 1}`} />
                {onUse && (
                  <Button type="button" look="quiet" onClick={() => onUse(copied(tool, text))}>
                    Use in my book
                    <span className="visually-hidden">
                      {' '}
                      {unit} {position + 1}
                    </span>
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ol>
      {remaining && <p className={classes.status}>{triesLeft(remaining)}</p>}
    </section>
  );
}

const OfflineLabel = ({ hasModel }: { hasModel: boolean }) => (
  <Alert title="Offline suggestions">
    {hasModel
      ? 'Today’s budget for the AI model is used up. These come from our own word lists and story patterns instead.'
      : 'No AI model is connected here. These come from our own word lists and story patterns, and your notes have not left this site.'}
  </Alert>
);

/** A title or a name is taken without the line below it. */
const copied = (tool: AiTool, text: string) => (SHORT.includes(tool) ? text.split('\n')[0]! : text).trim();

const triesLeft = ({ hour, day }: { hour: number; day: number }) =>
  `${hour} ${hour === 1 ? 'try' : 'tries'} left this hour, ${day} today.`;
