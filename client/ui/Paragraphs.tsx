import classes from './Page.module.css';

/** Plain text as it was typed: empty lines separate paragraphs, single line breaks stay. */
export const Paragraphs = ({ text }: { text: string }) => (
  <div className={classes.text}>
    {text
      .split(/\n\s*\n/)
      .filter((part) => part.trim())
      .map((part, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text is replaced as a whole
        <p key={position}>{part.trim()}</p>
      ))}
  </div>
);
