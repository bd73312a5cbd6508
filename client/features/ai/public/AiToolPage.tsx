import { useRef, useState } from 'react';
import { ApiError, fieldErrors } from '#client/api/api-error.ts';
import { errorMessages } from '#client/api/error-messages.ts';
import { Link, useNavigate } from '#client/app/router.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { Alert } from '#client/ui/Alert.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { AI_TRIES } from '#shared/ai-tools.ts';
import { aiApi } from '#shared/api/ai.ts';
import { paths } from '#shared/paths.ts';
import { isBusy, type Progress } from '../progress.ts';
import { useStream } from '../use-stream.ts';
import classes from './AiToolPage.module.css';
import { keepBookDraft, tabStore } from './book-draft.ts';
import { Suggestions, SuggestionText } from './Suggestions.tsx';
import { ToolForm } from './ToolForm.tsx';
import { bodyFrom, newSeed, TOOL_LINKS, type ToolPage } from './tool-page.ts';

/** One of the five public tools: its form, its suggestions, and how to use it. */
export function AiToolPage({ page }: { page: ToolPage }) {
  const { ai, support_email: supportEmail } = useShell();
  const { progress, ask, stop } = useStream();
  const [asked, setAsked] = useState<FormData | null>(null);
  const results = useRef<HTMLDivElement>(null);
  const onUse = useInBook(page, asked);

  const onAsk = (values: FormData) => {
    setAsked(values);
    void ask({ path: aiApi[page.tool].path, body: bodyFrom(values, newSeed()) });
    results.current?.scrollIntoView({ block: 'nearest' });
  };
  const { error } = progress;
  const messages = error instanceof ApiError ? errorMessages(error, { supportEmail, form: true }) : [];
  return (
    <Page>
      <Seo title={page.title} description={page.seo} path={paths.aiTool(page.slug)} jsonLd={[schemaOrg(page)]} />
      <PageTitle lead={page.lead}>{page.title}</PageTitle>
      <ToolForm page={page} busy={isBusy(progress)} errors={fieldErrors(error)} note={noteFor(ai.mode)} onAsk={onAsk} />
      <div ref={results}>
        {messages.map((message) => (
          <Alert key={message} kind="error">
            {message}
          </Alert>
        ))}
        {asked && hasSomething(progress) && (
          <Suggestions
            progress={progress}
            tool={page.tool}
            unit={page.unit}
            wanted={Number(asked.get('count'))}
            hasModel={ai.mode === 'live'}
            onUse={onUse}
            onAgain={() => onAsk(asked)}
            onStop={stop}
          />
        )}
      </div>
      <ToolGuide page={page} />
    </Page>
  );
}

/** A refused request with nothing to show has its message alone. */
const hasSomething = ({ phase, options }: Progress) => phase !== 'failed' || options.length > 0;

/** Takes a suggestion into the form of a new book, for a signed-in partner. */
function useInBook({ use }: ToolPage, asked: FormData | null) {
  const navigate = useNavigate();
  const { partner } = useSession();
  if (!use || !partner.isSignedIn) return null;
  return (text: string) => {
    const title = String(asked?.get('title') ?? '').trim();
    keepBookDraft(use === 'title' ? { title: text } : { ...(title && { title }), description: text }, tabStore());
    void navigate(paths.partnerBookNew());
  };
}

const LIMITS = `Free, ${AI_TRIES.hour} tries an hour and ${AI_TRIES.day} a day.`;

const noteFor = (mode: 'live' | 'offline') =>
  mode === 'live'
    ? `${LIMITS} Your notes are sent to the AI model that this site uses; we do not keep them.`
    : `${LIMITS} No AI model is connected here: you get offline suggestions from our own word lists and story patterns.`;

const schemaOrg = ({ title, seo }: ToolPage) => ({
  '@context': 'https://schema.org',
  '@type': 'WebApplication',
  name: title,
  description: seo,
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Any',
  offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
});

/** Below the tool: what it is for, how to get good answers, one example from notes to result, and the other tools. */
const ToolGuide = ({ page }: { page: ToolPage }) => (
  <div className={classes.guide}>
    <section className={classes.section} aria-labelledby="purpose">
      <h2 id="purpose">What it is for</h2>
      {page.purpose.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </section>
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
        {page.example.notes.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <figure className={classes.example}>
        <SuggestionText text={page.example.answer} hasHeadline={page.tool !== 'description'} />
      </figure>
      <p>{page.example.comment}</p>
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
