/** Renders a post's Markdown to safe HTML: raw HTML is escaped, and the result is also sanitized. */
import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';
import { lazy } from '#server/platform/memoize.ts';

const WORDS_PER_MINUTE = 220;

const require = createRequire(import.meta.url);
const sanitizer = (): typeof sanitizeHtml => require('sanitize-html');
const markdownIt = (): typeof import('markdown-it').default => require('markdown-it');
const markdown = lazy(() => {
  const renderer = markdownIt()({ html: false, linkify: true, typographer: true });
  // Keeps 'deckle.com' in a sentence from becoming a link.
  renderer.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  return renderer;
});

/** Headings start at h2, below the page's own h1. */
const HEADINGS = { h1: 'h2', h2: 'h2', h3: 'h3', h4: 'h4', h5: 'h5', h6: 'h6' };
const NON_HEADING_TAGS = 'p br hr strong em s code pre blockquote ul ol li a img table thead tbody tr th td'.split(' ');
/** Path of an image on this site. Remote images could track readers, and the Content-Security-Policy blocks them. */
const LOCAL_IMAGE_PATH = /^\/(?!\/)[\w./-]+$/;

const RULES: sanitizeHtml.IOptions = {
  allowedTags: [...NON_HEADING_TAGS, ...new Set(Object.values(HEADINGS))],
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
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !LOCAL_IMAGE_PATH.test(attribs.src ?? ''),
};

export const renderMarkdown = (body: string) => sanitizer()(markdown().render(body), RULES).trim();

/** Estimates the reading time in minutes, at least one. */
export const readingMinutes = (body: string) =>
  Math.max(1, Math.round((body.match(/\S+/g)?.length ?? 0) / WORDS_PER_MINUTE));
