import { Link } from '#client/app/router.ts';
import { DataTable } from '#client/ui/DataTable.tsx';
import { Paragraphs } from '#client/ui/Paragraphs.tsx';
import type { Block, LinkItem, Text } from './article.ts';
import classes from './Blocks.module.css';
import { Inline } from './Inline.tsx';
import { RatesTable } from './RatesTable.tsx';
import { ReasonList } from './ReasonList.tsx';

export const Blocks = ({ blocks }: { blocks: readonly Block[] }) => (
  <div className={classes.blocks}>
    {blocks.map((block, position) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
      <BlockView key={position} block={block} />
    ))}
  </div>
);

function BlockView({ block }: { block: Block }) {
  if (typeof block === 'string')
    return (
      <p>
        <Inline text={block} />
      </p>
    );
  if ('heading' in block) return <h3>{block.heading}</h3>;
  if ('steps' in block)
    return (
      <ol className={classes.steps}>
        <Items texts={block.steps} />
      </ol>
    );
  if ('list' in block)
    return (
      <ul className={classes.list}>
        <Items texts={block.list} />
      </ul>
    );
  if ('checklist' in block) return <Checklist title={block.title} texts={block.checklist} />;
  if ('terms' in block) return <Terms terms={block.terms} />;
  if ('table' in block) return <TextTable {...block.table} />;
  if ('note' in block) return <Note title={block.title} text={block.note} />;
  if ('sample' in block) return <Sample label={block.label} text={block.sample} />;
  if ('links' in block) return <Links links={block.links} />;
  if ('reasons' in block) return <ReasonList codes={block.reasons} />;
  return <RatesTable slugs={block.rates} caption={block.caption} />;
}

const Items = ({ texts }: { texts: readonly Text[] }) =>
  texts.map((text) => (
    <li key={text}>
      <Inline text={text} />
    </li>
  ));

/** Native boxes: they tick without script, and print empty. */
const Checklist = ({ title, texts }: { title: string; texts: readonly Text[] }) => (
  <fieldset className={classes.checklist}>
    <legend>{title}</legend>
    {texts.map((text) => (
      <label key={text}>
        <input type="checkbox" autoComplete="off" />
        <span>
          <Inline text={text} />
        </span>
      </label>
    ))}
  </fieldset>
);

const Terms = ({ terms }: { terms: readonly (readonly [string, Text])[] }) => (
  <dl className={classes.terms}>
    {terms.map(([term, meaning]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>
          <Inline text={meaning} />
        </dd>
      </div>
    ))}
  </dl>
);

const TextTable = ({
  caption,
  head,
  rows,
}: {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly Text[])[];
}) => (
  <DataTable
    caption={caption}
    head={head}
    rows={rows.map((row) => row.map((text) => <Inline key={text} text={text} />))}
  />
);

const Note = ({ title, text }: { title?: string | undefined; text: Text }) => (
  <div className={classes.note}>
    {title && <strong>{title}</strong>}
    <p>
      <Inline text={text} />
    </p>
  </div>
);

const Sample = ({ label, text }: { label: string; text: string }) => (
  <figure className={classes.sample}>
    <figcaption>{label}</figcaption>
    <Paragraphs text={text} />
  </figure>
);

export function Links({ links }: { links: readonly LinkItem[] }) {
  return (
    <ul className={classes.links}>
      {links.map(({ to, label, text }) => (
        <li key={to}>
          <Link to={to}>{label}</Link>
          {text && (
            <p>
              <Inline text={text} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
