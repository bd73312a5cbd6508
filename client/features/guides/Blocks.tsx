import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { Link } from '#client/app/router.ts';
import { DataTable } from '#client/ui/DataTable.tsx';
import { Paragraphs } from '#client/ui/Paragraphs.tsx';
import { MAX_PROMO_COST_CENTS } from '#shared/business.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { REASONS, type ReasonCode } from '#shared/reasons.ts';
import type { Block, LinkItem, Text } from './article.ts';
import classes from './Blocks.module.css';
import { Inline } from './Inline.tsx';
import { ratesQuery } from './rates.ts';
import { REASON_ADVICE } from './reason-advice.ts';

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
        <input type="checkbox" />
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
          {to.startsWith('https://') ? <a href={to}>{label}</a> : <Link to={to}>{label}</Link>}
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

/** Rules and decline reasons one by one, each under its code as an anchor. */
const ReasonList = ({ codes }: { codes: readonly ReasonCode[] }) => (
  <ol className={classes.reasonList}>
    {codes.map((code) => (
      <li key={code} id={code}>
        <h3>{REASON_ADVICE[code].title}</h3>
        <p className={classes.rule}>{REASONS[code].explanation}</p>
        <p>
          <Inline text={REASON_ADVICE[code].advice} />
        </p>
        <p className={classes.facts}>
          <code>{code}</code>
          <span>{comeBack(REASONS[code].resubmit_after)}</span>
        </p>
      </li>
    ))}
  </ol>
);

const comeBack = (days: number) =>
  days === 0 ? 'May come back as soon as it is mended' : `May come back after ${days} days`;

type Props = { slugs: readonly string[]; caption: string };

const HEAD = [
  'Category',
  'A click on a free book',
  'A click on a discounted book',
  'Discounted clicks until the ceiling',
  'Top place',
];

/** Today's rates from the database, so that a guide never quotes an old one. */
function RatesTable({ slugs, caption }: Props) {
  const { data } = useSuspenseQuery(ratesQuery(useApp().api));
  const shown = data.filter(({ slug }) => slugs.includes(slug));
  return (
    <DataTable
      caption={caption}
      head={HEAD}
      rows={shown.map((rate) => [
        <Link key="name" to={paths.category(rate)}>
          {rate.name}
        </Link>,
        formatCents(rate.cpc_free_cents),
        formatCents(rate.cpc_discounted_cents),
        String(clicksUntilCeiling(rate.cpc_discounted_cents)),
        formatCents(rate.top_of_newsletter_addon_cents),
      ])}
    />
  );
}

/** After this many clicks every further one is free. */
const clicksUntilCeiling = (cpc_cents: number) => Math.ceil(MAX_PROMO_COST_CENTS / cpc_cents);
