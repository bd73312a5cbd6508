import type { ComponentType } from 'react';
import { paths } from '#shared/paths.ts';
import { ArticlePage } from './ArticlePage.tsx';
import type { Article } from './article.ts';

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
