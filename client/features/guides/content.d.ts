declare module '*.md' {
  import type { ComponentType } from 'react';
  import type { Article } from '#shared/article.ts';
  export const article: Article;
  export const ArticleScreen: ComponentType;
}
