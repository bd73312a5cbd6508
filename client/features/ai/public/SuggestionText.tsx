import classes from './Suggestions.module.css';
import { linesOf } from './suggestion-text.ts';

/** What a model or our own generator wrote, always as text: React escapes it, and nothing here makes markup of it. */
export function SuggestionText({ text, hasHeadline }: { text: string; hasHeadline: boolean }) {
  const { headline, lines } = linesOf(text, { hasHeadline });
  return (
    <div className={classes.text}>
      {headline !== null && <h3>{headline}</h3>}
      {lines.map(({ label, text }, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end
        <p key={position}>
          {label && <strong>{label}: </strong>}
          {text}
        </p>
      ))}
    </div>
  );
}
