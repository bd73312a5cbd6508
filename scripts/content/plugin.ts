import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { articleOf } from './article.ts';

/**
 * Vite plugin that compiles each file in content/ to a module with its article and its screen
 * (docs/decisions/0095-content-is-markdown.md).
 */
export const contentPages = (): Plugin => ({
  name: 'content-pages',
  transform(source, id) {
    const file = relative(import.meta.dirname.replace(/\/scripts\/content$/, ''), id);
    if (!/^content\/.*\.md$/.test(file)) return null;
    const article = articleOf(file, source);
    // Only pages with a break-even calculator load it.
    const hasBreakEven = article.sections.some(({ parts }) =>
      parts.some((part) => Object.hasOwn(Object(part), 'break_even')),
    );
    const code = [
      `import { articleScreen } from '#client/features/guides/ArticlePage.tsx';`,
      hasBreakEven && `import { BreakEven } from '#client/features/pricing/BreakEven.tsx';`,
      `export const article = ${JSON.stringify(article)};`,
      `export const ArticleScreen = articleScreen(article${hasBreakEven ? ', { BreakEven }' : ''});`,
    ].filter((line) => line !== false);
    return { code: code.join('\n'), map: null };
  },
});
