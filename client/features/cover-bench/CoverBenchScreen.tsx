import { useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useApp } from '#client/api/app.ts';
import { type CategoryName, categoriesQuery } from '#client/api/categories.ts';
import { useLocation, useNavigate, useSearchParams } from '#client/app/router.ts';
import { NewsletterEntryPreview } from '#client/features/newsletters/NewsletterEntryPreview.tsx';
import { Breadcrumbs, breadcrumbJsonLd } from '#client/ui/Breadcrumbs.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Cover } from '#client/ui/Cover.tsx';
import { Field, TextField } from '#client/ui/Field.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { useHasScript } from '#client/ui/use-has-script.ts';
import { formatCount } from '#shared/counts.ts';
import { paths } from '#shared/paths.ts';
import {
  amongNeighbors,
  type BenchDraft,
  COVER_TYPES,
  countWords,
  fileProblem,
  readDraft,
  toPreviewDeal,
} from './bench.ts';
import classes from './CoverBenchScreen.module.css';
import { benchCategory, MAX_NEIGHBORS, neighborsQuery } from './queries.ts';

const TITLE = 'Cover and blurb preview';
const LEAD =
  'See your cover at 120 pixels among books in its category, in light and dark mode, and your deal as the newsletter will show it.';
const CRUMBS = [{ to: paths.authorResources(), label: 'Author resources' }];

export function CoverBenchScreen() {
  const { app_url } = useShell();
  const path = paths.coverBench();
  const { data: categories } = useSuspenseQuery(categoriesQuery(useApp().api));
  const category = benchCategory(useSearchParams()[0], categories);
  const { state } = useLocation();
  // On the server, the history entry is unknown.
  const draft = useHasScript() ? readDraft(state) : null;
  return (
    <Page>
      <Seo
        title={TITLE}
        description={LEAD}
        path={path}
        jsonLd={[breadcrumbJsonLd([...CRUMBS, { to: path, label: TITLE }], app_url)]}
      />
      <Breadcrumbs crumbs={CRUMBS} />
      <PageTitle lead={LEAD}>{TITLE}</PageTitle>
      {category && <CategoryForm category={category} categories={categories} />}
      {category && <Bench key={draft ? 'draft' : 'empty'} category={category} draft={draft} />}
    </Page>
  );
}

/** A GET form: without script, submitting it loads this page with the chosen category. */
function CategoryForm({ category, categories }: { category: CategoryName; categories: readonly CategoryName[] }) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const id = new FormData(event.currentTarget).get('category_id');
    void navigate(`${paths.coverBench()}?category_id=${id}`, { replace: true, state });
  };
  return (
    <form
      method="get"
      action={paths.coverBench()}
      className={`${classes.form} ${classes.category}`}
      onSubmit={onSubmit}
    >
      <SelectField
        key={category.id}
        name="category_id"
        label="Category"
        defaultValue={category.id}
        options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <div>
        <Button type="submit" look="quiet">
          Show this category
        </Button>
      </div>
    </form>
  );
}

const NO_COVER =
  'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%20viewBox=%220%200%20120%20180%22%3E%3Crect%20width=%22120%22%20height=%22180%22%20fill=%22%23857a67%22/%3E%3C/svg%3E';

function Bench({ category, draft }: { category: CategoryName; draft: BenchDraft | null }) {
  const { data } = useSuspenseQuery(neighborsQuery(useApp().api, category.id));
  const [ownCover, setOwnCover] = useState<string | null>(draft?.cover ?? null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const cover = ownCover ?? NO_COVER;
  const [values, setValues] = useState(() => valuesOf(draft));
  useEffect(() => () => releaseUrl(ownCover), [ownCover]);

  const pick = (file: File | undefined) => {
    if (!file) return;
    const reason = fileProblem(file);
    setRefusal(reason);
    if (!reason) setOwnCover(URL.createObjectURL(file));
  };
  const read = (event: FormEvent<HTMLFormElement>) => setValues(new FormData(event.currentTarget));
  const entry = toPreviewDeal(values, cover);
  const covers = amongNeighbors(
    { id: 0, cover_url: ownCover, title: entry.title || 'Your book' },
    data.books.map(({ id, cover_url, title }) => ({ id, cover_url, title })),
  );
  return (
    <div className={classes.columns}>
      <form
        aria-label="Your book"
        className={classes.form}
        onInput={read}
        onSubmit={(event) => {
          event.preventDefault();
          read(event);
        }}
      >
        <noscript>
          <p>The preview needs JavaScript, which is turned off in your browser.</p>
        </noscript>
        <Field
          label="Cover"
          type="file"
          accept={COVER_TYPES}
          hint="It stays in your browser and isn’t sent to us."
          error={refusal}
          onChange={({ currentTarget }) => pick(currentTarget.files?.[0])}
        />
        <Field name="title" label="Title" maxLength={200} defaultValue={draft?.title} />
        <Field name="author" label="Author" maxLength={100} defaultValue={draft?.author} />
        <Field name="price" label="Deal price (US$)" {...DOLLARS} defaultValue="0.99" />
        <Field name="was" label="Current price (US$)" {...DOLLARS} defaultValue="4.99" />
        <TextField
          name="blurb"
          label="Blurb"
          rows={5}
          maxLength={MAX_BLURB_LENGTH}
          defaultValue={draft?.blurb}
          hint={`${formatCount(countWords(entry.blurb), 'word')}, ${formatCount(MAX_BLURB_LENGTH - entry.blurb.length, 'character')} left. One or two sentences.`}
        />
        <div>
          <Button type="submit" look="quiet">
            Update preview
          </Button>
        </div>
      </form>
      <div className={classes.looks}>
        <h2>At 120 pixels, light mode</h2>
        <Covers covers={covers} scheme="light" />
        <h2>At 120 pixels, dark mode</h2>
        <Covers covers={covers} scheme="dark" />
        <p>
          {data.books.length === MAX_NEIGHBORS
            ? `The others are current deals in ${category.name}, plus its newest books if there aren’t enough deals.`
            : `${category.name} has only ${formatCount(data.books.length, 'book')} here so far.`}{' '}
          Find yours without searching: if you can’t read its title here, neither can a reader on a phone.
        </p>
        <h2>In the newsletter</h2>
        <NewsletterEntryPreview deal={entry} />
      </div>
    </div>
  );
}

const MAX_BLURB_LENGTH = 300;
const DOLLARS = { type: 'number', inputMode: 'decimal', min: 0, step: '0.01' } as const;

/** Releases the object URL of a file that is no longer shown. */
function releaseUrl(url: string | null) {
  if (url?.startsWith('blob:')) URL.revokeObjectURL(url);
}

/** The initial values of the form. */
function valuesOf(draft: BenchDraft | null) {
  const values = new FormData();
  const initial = { title: draft?.title, author: draft?.author, blurb: draft?.blurb, price: '0.99', was: '4.99' };
  for (const [name, value] of Object.entries(initial)) values.set(name, value ?? '');
  return values;
}

type ShownCover = { id: number; cover_url: string | null; title: string };

const Covers = ({ covers, scheme }: { covers: readonly ShownCover[]; scheme: 'light' | 'dark' }) => (
  <ul className={classes.stage} data-scheme={scheme} aria-label={`Covers in ${scheme} mode`}>
    {covers.map(({ id, cover_url, title }) =>
      cover_url ? (
        <li key={id}>
          <Cover src={cover_url} alt={title} width={120} />
        </li>
      ) : (
        <li key={id} data-own>
          Your cover appears here
        </li>
      ),
    )}
  </ul>
);
