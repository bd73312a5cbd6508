import { useState } from 'react';
import { Field } from '#client/ui/Field.tsx';
import { formatCount } from '#shared/counts.ts';
import { checkTitle, kindleSearchUrl } from '#shared/title-checks.ts';
import classes from './Bench.module.css';

/** A title on a cover the size of a store's thumbnail, with its length, warnings, and a link to the store's search. */
export function TitleCheck({ title }: { title: string }) {
  const { characters, words, warnings } = checkTitle(title);
  return (
    <div className={classes.title}>
      <div className={classes.thumbnail} aria-hidden="true">
        {title}
      </div>
      <div>
        <p className={classes.meter}>
          {`${formatCount(words, 'word')}, ${formatCount(characters, 'character')}. ${warnings.join(' ')}`}
        </p>
        <a href={kindleSearchUrl(title)} target="_blank" rel="noopener noreferrer">
          Search the Kindle store
          <span className="visually-hidden">{` for ${title} (opens a new tab)`}</span>
        </a>
      </div>
    </div>
  );
}

/** A form to check any title. */
export function TitleBench() {
  const [title, setTitle] = useState('');
  return (
    <section className={classes.bench} aria-labelledby="bench">
      <h2 id="bench">Test a title</h2>
      <Field
        name="own_title"
        label="Your title"
        maxLength={120}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      {title.trim() && <TitleCheck title={title.trim()} />}
    </section>
  );
}
