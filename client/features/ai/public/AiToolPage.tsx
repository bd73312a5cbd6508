import { useRef, useState } from 'react';
import { ApiError, fieldErrors } from '#client/api/api-error.ts';
import { errorMessages } from '#client/api/error-messages.ts';
import { tabStore } from '#client/api/stored.ts';
import { confirmDiscard } from '#client/api/unsaved.ts';
import { UnsavedGuard, useUnsavedGuard } from '#client/api/use-unsaved-guard.ts';
import { Link, useNavigate } from '#client/app/router.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { Alert } from '#client/ui/Alert.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { MAX_AI_TRIES } from '#shared/ai-tools.ts';
import { aiApi } from '#shared/api/ai.ts';
import { paths } from '#shared/paths.ts';
import { isBusy, type Progress } from '../progress.ts';
import { useStream } from '../use-stream.ts';
import classes from './AiToolPage.module.css';
import { BlurbBench, NotesMeter } from './BlurbChecks.tsx';
import { saveBookDraft } from './book-draft.ts';
import examples from './examples.json' with { type: 'json' };
import { Suggestions, SuggestionText } from './Suggestions.tsx';
import { TitleBench } from './TitleChecks.tsx';
import { ToolForm } from './ToolForm.tsx';
import { bodyFrom, newSeed, TOOL_LINKS, type ToolPage } from './tool-page.ts';

/** A public tool's page: its form, its suggestions, and tips. */
export function AiToolPage({ page }: { page: ToolPage }) {
  const { ai, support_email: supportEmail } = useShell();
  const { progress, start, stop } = useStream();
  const [lastValues, setLastValues] = useState<FormData | null>(null);
  const [typed, setTyped] = useState<Notes>({});
  const [draft, setDraft] = useState('');
  /** The editor's text when it was last inserted, copied, or used. Replacing or leaving it needs no confirmation. */
  const safeDraft = useRef('');
  useUnsavedGuard(() => draft.trim() !== '' && draft !== safeDraft.current);
  const results = useRef<HTMLDivElement>(null);
  const bench = useRef<HTMLDivElement>(null);
  const isBlurb = page.tool === 'description';
  const onUse = useSuggestionInBook(page, lastValues);

  const onGenerate = (values: FormData) => {
    setLastValues(values);
    void start({ path: aiApi[page.tool].path, body: bodyFrom(values, newSeed()) });
    results.current?.scrollIntoView({ block: 'nearest' });
  };
  const markDraftSafe = () => {
    safeDraft.current = draft;
  };
  const leaveWith = (text: string) => {
    markDraftSafe();
    onUse?.(text);
  };
  const onEdit = (text: string) => {
    if (!confirmDiscard()) return;
    safeDraft.current = text;
    setDraft(text);
    bench.current?.focus();
  };
  const { error } = progress;
  const messages = error instanceof ApiError ? errorMessages(error, { supportEmail, showsFieldErrors: true }) : [];
  return (
    <Page>
      <Seo title={page.title} description={page.seo} path={paths.aiTool(page.slug)} jsonLd={[schemaOrg(page)]} />
      <PageTitle lead={page.lead}>{page.title}</PageTitle>
      <ToolForm
        page={page}
        busy={isBusy(progress)}
        errors={fieldErrors(error)}
        note={noteFor(ai.mode)}
        onGenerate={onGenerate}
        onType={isBlurb ? (values) => setTyped(notesIn(values)) : undefined}
        meter={isBlurb && <NotesMeter notes={typed} />}
      />
      <div ref={results}>
        {messages.map((message) => (
          <Alert key={message} kind="error">
            {message}
          </Alert>
        ))}
        {lastValues && hasResult(progress) && (
          <Suggestions
            progress={progress}
            tool={page.tool}
            unit={page.unit}
            requested={Number(lastValues.get('count'))}
            hasModel={ai.mode === 'live'}
            onUse={onUse && ((text) => confirmDiscard() && leaveWith(text))}
            onEdit={isBlurb ? onEdit : null}
            onGenerateAgain={() => onGenerate(lastValues)}
            onStop={stop}
          />
        )}
      </div>
      {isBlurb && (
        <div ref={bench} tabIndex={-1}>
          <UnsavedGuard />
          <BlurbBench
            text={draft}
            notes={typed}
            onChange={setDraft}
            onCopied={markDraftSafe}
            onUse={onUse && (() => leaveWith(draft.trim()))}
          />
        </div>
      )}
      {page.tool === 'title' && <TitleBench />}
      <ToolGuide page={page} />
    </Page>
  );
}

type Notes = { readonly [field: string]: string };
const notesIn = (values: FormData): Notes =>
  Object.fromEntries([...values].map(([name, value]) => [name, String(value)]));

/** False for a failed request without suggestions. Only its error message is shown. */
const hasResult = ({ phase, options }: Progress) => phase !== 'failed' || options.length > 0;

/**
 * Returns a function that copies a suggestion into a new book's form, or null if no partner is signed in or the form has
 * no field for it.
 */
function useSuggestionInBook({ bookField }: ToolPage, lastValues: FormData | null) {
  const navigate = useNavigate();
  const { partner } = useSession();
  if (!bookField || !partner.isSignedIn) return null;
  return (text: string) => {
    const title = String(lastValues?.get('title') ?? '').trim();
    saveBookDraft(bookField === 'title' ? { title: text } : { ...(title && { title }), description: text }, tabStore());
    void navigate(paths.partnerBookNew());
  };
}

const LIMITS = `Free: up to ${MAX_AI_TRIES.hour} tries an hour and ${MAX_AI_TRIES.day} a day.`;

const noteFor = (mode: 'live' | 'offline') =>
  mode === 'live'
    ? `${LIMITS} Your notes are sent to the AI model that this site uses; we don’t keep them. If the model doesn’t respond, you’ll get a draft built from your own words.`
    : `${LIMITS} No AI model is connected here. The drafts are put together from your own words and our patterns, and your notes don’t leave this site.`;

/** The example's notes with the labels of the form. */
function exampleNotes({ tool, fields }: ToolPage): [label: string, value: string][] {
  const notes: Notes = examples[tool].notes;
  return fields.flatMap((field) => {
    const value = notes[field.name];
    if (!value) return [];
    return [[field.label, field.kind === 'choice' ? (field.choices[value] ?? value) : value]];
  });
}

const schemaOrg = ({ title, seo }: ToolPage) => ({
  '@context': 'https://schema.org',
  '@type': 'WebApplication',
  name: title,
  description: seo,
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Any',
  offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
});

/** The text below the tool: its purpose, tips, an example from notes to result, and links to the other tools. */
const ToolGuide = ({ page }: { page: ToolPage }) => (
  <div className={classes.guide}>
    <section className={classes.section} aria-labelledby="purpose">
      <h2 id="purpose">What it’s for</h2>
      {page.purpose.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </section>
    <p>
      <Link to={paths.coverBench()}>Cover and blurb preview</Link>: see your cover among others in its category, and
      your deal as the newsletter will show it.
    </p>
    <section className={classes.section} aria-labelledby="tips">
      <h2 id="tips">Getting better suggestions</h2>
      <ul className={classes.tips}>
        {page.tips.map(({ title, text }) => (
          <li key={title}>
            <strong>{title}.</strong> {text}
          </li>
        ))}
      </ul>
    </section>
    <section className={classes.section} aria-labelledby="example">
      <h2 id="example">A worked example</h2>
      <dl className={classes.notes}>
        {exampleNotes(page).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>The tool’s result without an AI model, unedited:</p>
      <figure className={classes.example}>
        {examples[page.tool].answers.map((answer) => (
          <SuggestionText key={answer} text={answer} hasHeadline={page.tool !== 'description'} />
        ))}
      </figure>
      <p>{page.example}</p>
    </section>
    <nav aria-label="Other AI tools">
      <ul className={classes.others}>
        {TOOL_LINKS.filter(({ slug }) => slug !== page.slug).map(({ slug, label }) => (
          <li key={slug}>
            <Link to={paths.aiTool(slug)}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  </div>
);
