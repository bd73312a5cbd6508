import './print.css';
import type { ComponentType, ReactNode } from 'react';
import { Link } from '#client/app/router.ts';
import { Breadcrumbs, breadcrumbJsonLd, type Trail } from '#client/ui/Breadcrumbs.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { paths } from '#shared/paths.ts';
import classes from './ArticlePage.module.css';
import { type Article, readingMinutes, type Section, wordCount } from './article.ts';
import { Blocks, Links } from './Blocks.tsx';
import { Inline } from './Inline.tsx';

type Props = {
  article: Article;
  kind: ArticleKind;
  /** The pages above this one. */
  trail?: Trail;
  /** What stands after the text. */
  children?: ReactNode;
};

export function ArticlePage({ article, kind, trail = [], children }: Props) {
  const { app_url } = useShell();
  const { path, title, description, heading, lead, updated, sections, related } = article;
  return (
    <Page>
      <Seo
        title={title}
        description={description}
        path={path}
        type="article"
        jsonLd={articleJsonLd(article, { kind, trail, appUrl: app_url })}
      />
      <Breadcrumbs trail={trail} />
      <article className={classes.article}>
        <header className={classes.head}>
          <h1>{heading}</h1>
          <p className={classes.lead}>
            <Inline text={lead} />
          </p>
          <p className={classes.meta}>
            {kind === 'guide' && <span>{readingMinutes(article)} minutes to read</span>}
            <span>
              Updated <DateText date={updated} />
            </span>
          </p>
        </header>
        <Contents sections={sections} />
        <div className={classes.body}>
          {sections.map(({ id, title: sectionTitle, blocks }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>{sectionTitle}</h2>
              <Blocks blocks={blocks} />
            </section>
          ))}
          {children}
          {related.length > 0 && (
            <aside className={classes.related} aria-label="Related">
              <h2>Where to go next</h2>
              <Links links={related} />
            </aside>
          )}
        </div>
      </article>
    </Page>
  );
}

const Contents = ({ sections }: { sections: readonly Section[] }) => (
  <nav className={classes.contents} aria-label="On this page">
    <p>On this page</p>
    <ol>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <Link to={`#${id}`}>{title}</Link>
        </li>
      ))}
    </ol>
  </nav>
);

type ArticleKind = 'guide' | 'page';

/** Guides are articles of Deckle's; the rest is a web page. Both with the way that leads to them. */
function articleJsonLd(article: Article, { kind, trail, appUrl }: { kind: ArticleKind; trail: Trail; appUrl: string }) {
  const { path, heading, description, updated } = article;
  const url = appUrl + path;
  const about = { name: heading, description, url, dateModified: updated, inLanguage: 'en' };
  const page = {
    '@context': 'https://schema.org',
    ...(kind === 'page'
      ? { '@type': 'WebPage', ...about }
      : {
          '@type': 'Article',
          ...about,
          headline: heading,
          datePublished: updated,
          mainEntityOfPage: url,
          wordCount: wordCount(article),
          author: { '@type': 'Organization', name: 'Deckle', url: appUrl },
          publisher: { '@type': 'Organization', name: 'Deckle', url: appUrl },
        }),
  };
  return [page, breadcrumbJsonLd([...trail, { to: path, label: heading }], appUrl)];
}

const RESOURCES = { to: paths.authorResources(), label: 'Author resources' };

/** The screen of a guide for authors. */
export const guideScreen = (guide: Article): ComponentType => {
  const trail = guide.path === RESOURCES.to ? [] : [RESOURCES];
  return () => <ArticlePage article={guide} kind="guide" trail={trail} />;
};

/** The screen of a page about Deckle itself. */
export const pageScreen =
  (page: Article): ComponentType =>
  () => <ArticlePage article={page} kind="page" />;
