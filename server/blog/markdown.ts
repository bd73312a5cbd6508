/** From a post's Markdown to HTML that may be shown as it is: no HTML of the author's own, and what is left is sanitised once more. */
import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';
import { lazy } from '#server/platform/memoize.ts';

const WORDS_PER_MINUTE = 220;

const require = createRequire(import.meta.url);
const sanitizer = (): typeof sanitizeHtml => require('sanitize-html');
const markdownIt = (): typeof import('markdown-it').default => require('markdown-it');
const markdown = lazy(() => {
  const renderer = markdownIt()({ html: false, linkify: true, typographer: true });
  // 'deckle.com' in a sentence is a word, not a link.
  renderer.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  return renderer;
});

/** The page has its own h1, so a post's headings start below it. */
const HEADINGS = { h1: 'h2', h2: 'h2', h3: 'h3', h4: 'h4', h5: 'h5', h6: 'h6' };
const TEXT_TAGS = 'p br hr strong em s code pre blockquote ul ol li a img table thead tbody tr th td'.split(' ');
/** Our own pictures only: no other host learns who reads (and the pages' policy would not load them). */
const OWN_PICTURE = /^\/(?!\/)[\w./-]+$/;

const RULES: sanitizeHtml.IOptions = {
  allowedTags: [...TEXT_TAGS, ...new Set(Object.values(HEADINGS))],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'loading'],
    ol: ['start'],
    code: ['class'],
  },
  allowedClasses: { code: [/^language-[\w-]+$/] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  transformTags: {
    ...HEADINGS,
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener nofollow' } }),
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, loading: 'lazy' } }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !OWN_PICTURE.test(attribs.src ?? ''),
};

export const renderMarkdown = (body: string) => sanitizer()(markdown().render(body), RULES).trim();

/** At least one. */
export const readingMinutes = (body: string) =>
  Math.max(1, Math.round((body.match(/\S+/g)?.length ?? 0) / WORDS_PER_MINUTE));
