import { Button } from '#client/ui/Button.tsx';
import { CopyButton } from '#client/ui/CopyButton.tsx';
import { Row } from '#client/ui/Stack.tsx';
import {
  BLURB_WORDS,
  clichesIn,
  countWords,
  type ExpandableField,
  fieldToAddTo,
  MAX_BLURB_NAMES,
  missingKeywords,
  namesIn,
} from '#shared/blurb.ts';
import classes from './Bench.module.css';

const LABELS: Record<ExpandableField, string> = {
  goal: 'What do they want?',
  obstacle: 'What’s in the way?',
  stakes: 'If they fail, …',
  trigger: 'What starts it?',
  turn: 'What makes it worse?',
  setting: 'Where and when?',
  hook: 'Opening line',
  readers: 'For readers who like …',
};

const RANGE = `${BLURB_WORDS.min} to ${BLURB_WORDS.max}`;
const BLURB_FIELDS = ['hero', 'goal', 'obstacle', 'stakes', 'setting', 'hook', 'trigger', 'turn', 'readers'] as const;

type Notes = { readonly [field: string]: string };

/** Counts the words and names in the notes while they're typed, and says which field to add to. */
export function NotesMeter({ notes }: { notes: Notes }) {
  const text = BLURB_FIELDS.map((field) => notes[field] ?? '').join('. ');
  const words = countWords(text);
  const field = fieldToAddTo(notes);
  const names = namesIn(text, notes.title);
  return (
    <p className={classes.meter}>
      {`Your notes: ${words} ${words === 1 ? 'word' : 'words'}, ${namesText(names.length)}. A good blurb has ${RANGE} words. `}
      {words < BLURB_WORDS.min && field && `Add to “${LABELS[field]}”. `}
      {words > BLURB_WORDS.max && 'Cut backstory first, then names. '}
      <Cliches text={text} />
    </p>
  );
}

const namesText = (count: number) => `${count} ${count === 1 ? 'name' : 'names'}`;

const Cliches = ({ text }: { text: string }) => {
  const cliches = clichesIn(text);
  return cliches.length ? `Clichés: ${cliches.map((cliche) => `“${cliche}”`).join(', ')}.` : null;
};

type BenchProps = {
  text: string;
  notes: Notes;
  onChange: (text: string) => void;
  onCopied: () => void;
  /** Null if no partner is signed in. */
  onUse: (() => void) | null;
};

/** An editor to finish a draft in, with counts, clichés, and missing keywords. */
export function BlurbBench({ text, notes, onChange, onCopied, onUse }: BenchProps) {
  const words = countWords(text);
  const names = namesIn(text, notes.title);
  const cliches = clichesIn(text);
  const missing = missingKeywords(text, notes.keywords ?? '');
  const field = fieldToAddTo(notes);
  const length = words < BLURB_WORDS.min ? 'short' : words > BLURB_WORDS.max ? 'long' : 'good';
  return (
    <section className={classes.bench} aria-labelledby="bench">
      <h2 id="bench">Blurb editor</h2>
      <label className={classes.label}>
        Your blurb
        <textarea
          className={classes.area}
          rows={10}
          maxLength={4000}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          placeholder="Choose “Edit this draft” below a draft, or paste your own blurb."
        />
      </label>
      <ul className={classes.facts} aria-live="polite">
        <li data-state={length}>
          {`${words} of ${RANGE} words`}
          {length === 'short' && field && words > 0 && `: add to “${LABELS[field]}”`}
          {length === 'long' && ': cut adjectives first, then backstory, then names'}
        </li>
        <li data-state={names.length > MAX_BLURB_NAMES ? 'long' : 'good'}>
          {`${namesText(names.length)}${names.length ? `: ${names.join(', ')}` : ''}`}
          {names.length > MAX_BLURB_NAMES && `. That’s a lot: aim for at most ${MAX_BLURB_NAMES}.`}
        </li>
        <li data-state={cliches.length ? 'long' : 'good'}>
          {cliches.length
            ? `Clichés: ${cliches.map((cliche) => `“${cliche}”`).join(', ')}`
            : 'No clichés from our list'}
        </li>
        {missing.length > 0 && <li data-state="short">{`Keywords missing: ${missing.join(', ')}`}</li>}
      </ul>
      {text.trim() && (
        <Row>
          <CopyButton text={text.trim()} subject="your blurb" onCopied={onCopied} />
          {onUse && (
            <Button type="button" look="quiet" onClick={onUse}>
              Use in my book<span className="visually-hidden"> your blurb</span>
            </Button>
          )}
        </Row>
      )}
    </section>
  );
}
