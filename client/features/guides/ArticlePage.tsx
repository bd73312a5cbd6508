import './print.css';
import { type ComponentType, type ReactNode, useRef } from 'react';
import { Link } from '#client/app/router.ts';
import { Breadcrumbs, breadcrumbJsonLd, type Crumbs } from '#client/ui/Breadcrumbs.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { type Article, monthText, type RelatedPage, type Section } from '#shared/article.ts';
import { paths } from '#shared/paths.ts';
import classes from './ArticlePage.module.css';
import { Html, Prose, type Tools } from './Prose.tsx';
import { useCalendar } from './use-calendar.ts';
import { useSavedChecks } from './use-saved-checks.ts';

type Props = { article: Article; tools?: Tools; children?: ReactNode };

/** The page of an article. `tools` are its calculators; `children` appear above its text. */
export function ArticlePage({ article, tools, children }: Props) {
  const { app_url, operator } = useShell();
  const { kind, path, title, description, heading, lead, byline, updated, checked, sections, related } = article;
  const author = byline === 'operator' ? operator.name : byline;
  const crumbs = crumbsOf(article);
  const page = useRef<HTMLElement>(null);
  useSavedChecks(page, path);
  useCalendar(page);
  return (
    <Page>
      <Seo
        title={title}
        description={description}
        path={path}
        type="article"
        jsonLd={articleJsonLd(article, { crumbs, appUrl: app_url, author: author ?? 'Deckle' })}
      />
      <Breadcrumbs crumbs={crumbs} />
      <article className={classes.article} ref={page}>
        <header className={classes.head}>
          <h1>{heading}</h1>
          <Html as="p" className={classes.lead} html={lead} />
          <p className={classes.meta}>
            {author && <span>By {author}</span>}
            {kind === 'guide' && <span>{minutesText(article)}</span>}
            <span>
              Updated <DateText date={updated} />
            </span>
            {checked && <span>Newest source: {monthText(checked)}</span>}
          </p>
        </header>
        <Contents sections={sections} />
        <div className={classes.body}>
          {children}
          {sections.map(({ id, title: sectionTitle, parts }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>{sectionTitle}</h2>
              <Prose parts={parts} tools={tools} />
            </section>
          ))}
          <Downloads article={article} />
          <Sources article={article} />
          {related.length > 0 && (
            <aside className={classes.related} aria-label="Related">
              <h2>Where to go next</h2>
              <RelatedPages pages={related} />
            </aside>
          )}
        </div>
      </article>
    </Page>
  );
}

const Contents = ({ sections }: { sections: readonly Section[] }) => (
  <nav className={classes.contents} aria-label="On this page">
    <details>
      <summary>On this page</summary>
      <ol>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <Link to={`#${id}`}>{title}</Link>
          </li>
        ))}
      </ol>
    </details>
  </nav>
);

function Downloads({ article: { downloads } }: { article: Article }) {
  if (downloads.length === 0) return null;
  return (
    <section id="downloads" aria-labelledby="downloads-title">
      <h2 id="downloads-title">{downloads.length === 1 ? 'Download' : 'Downloads'}</h2>
      <ul className={classes.links}>
        {downloads.map(({ file, label, text }) => (
          <li key={file}>
            <a href={file} download>
              {label}
            </a>
            <p className={classes.linkText}>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The article's sources. A source without a month or year is undated, or nobody has opened it yet. */
function Sources({ article: { sources } }: { article: Article }) {
  if (sources.length === 0) return null;
  return (
    <section id="sources" aria-labelledby="sources-title">
      <h2 id="sources-title">Sources</h2>
      <ul className={classes.sources}>
        {sources.map(({ title, url, as_of, unverified }) => (
          <li key={url}>
            <a href={url} rel="noopener">
              {title}
            </a>
            {as_of && `, as of ${monthText(as_of)}`}
            {unverified === 'undated' && '. This source isn’t dated. Check it before you rely on it.'}
            {unverified === 'unopened' && '. We haven’t checked this source yet.'}
          </li>
        ))}
      </ul>
    </section>
  );
}

const RelatedPages = ({ pages }: { pages: readonly RelatedPage[] }) => (
  <ul className={classes.links}>
    {pages.map(({ to, label, text }) => (
      <li key={to}>
        <Link to={to}>{label}</Link>
        {text && <Html as="p" className={classes.linkText} html={text} />}
      </li>
    ))}
  </ul>
);

const WORDS_PER_MINUTE = 220;
const minutesText = ({ words }: Article) => {
  const minutes = Math.max(1, Math.round(words / WORDS_PER_MINUTE));
  return minutes === 1 ? '1 min read' : `${minutes} min read`;
};

/** Structured data of the page: guides are articles, lists of questions are FAQ pages, and others are web pages. */
function articleJsonLd(
  article: Article,
  { crumbs, appUrl, author }: { crumbs: Crumbs; appUrl: string; author: string },
) {
  const { kind, path, heading, description, published, updated, words, questions = [] } = article;
  const url = appUrl + path;
  const about = { name: heading, description, url, dateModified: updated, inLanguage: 'en' };
  const organization = { '@type': 'Organization', name: 'Deckle', url: appUrl };
  const guide = {
    '@type': 'Article',
    ...about,
    headline: heading,
    datePublished: published,
    mainEntityOfPage: url,
    wordCount: words,
    author: { ...organization, name: author },
    publisher: organization,
  };
  const byKind = {
    guide,
    questions: { '@type': 'FAQPage', ...about, mainEntity: questions.map(questionJsonLd) },
    page: { '@type': 'WebPage', ...about },
  };
  return [
    { '@context': 'https://schema.org', ...byKind[kind] },
    breadcrumbJsonLd([...crumbs, { to: path, label: heading }], appUrl),
  ];
}

export const questionJsonLd = ({ question, answer }: { question: string; answer: string }) => ({
  '@type': 'Question',
  name: question,
  acceptedAnswer: { '@type': 'Answer', text: answer },
});

const RESOURCES = { to: paths.authorResources(), label: 'Author resources' };

/** The breadcrumbs of the parent pages. */
const crumbsOf = ({ kind, path }: Article): Crumbs => (kind === 'guide' && path !== RESOURCES.to ? [RESOURCES] : []);

/** Creates the screen of a file in content/, for scripts/content/plugin.ts. */
export const articleScreen =
  (article: Article, tools?: Tools): ComponentType =>
  () => <ArticlePage article={article} {...(tools && { tools })} />;
