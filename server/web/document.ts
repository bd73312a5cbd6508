import { createHash, randomBytes } from 'node:crypto';
import { bootScript } from './boot-script.ts';
import type { Assets, RenderOutput } from './build.ts';

type Page = Extract<RenderOutput, { kind: 'page' }>;

export type Document = {
  bytes: Buffer;
  /** New for every render. Used by the page's style elements and those that its script adds later. */
  styleNonce: string;
  /** base64 of the SHA-256 of its only inline script, for the policy. */
  scriptHash: string;
};

/**
 * React's document with the build's files and the state that the browser continues from. Pages whose script can load
 * later inline their styles, so that they paint as soon as they arrive; the others link files that the next page can
 * reuse. `meta` are tags that only crawlers read.
 */
export function buildDocument({ html, state, script }: Page, assets: Assets, meta = ''): Document {
  const styleNonce = randomBytes(16).toString('base64');
  const boot = bootScript(assets, script);
  const page = html.replace(/^<!DOCTYPE html>/i, '').replace(/<\/body><\/html>$/, '');
  const headEnd = page.indexOf('</head>');
  const head = script === 'immediate' ? filesOf(assets) : stylesOf(assets, styleNonce);
  const text =
    `<!DOCTYPE html>${page.slice(0, headEnd)}<meta property="csp-nonce" content="" nonce="${styleNonce}">${meta}${head}${page.slice(headEnd)}` +
    `<script type="application/json" id="__state">${state}</script><script>${boot}</script></body></html>`;
  return { bytes: Buffer.from(text), styleNonce, scriptHash: createHash('sha256').update(boot).digest('base64') };
}

const filesOf = ({ styles, fonts, scripts }: Assets) =>
  styles.map((file) => `<link rel="stylesheet" href="${file}">`).join('') +
  preloads(fonts) +
  scripts.map((file) => `<link rel="modulepreload" href="${file}">`).join('');

const preloads = (fonts: readonly string[]) =>
  fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" href="${file}" crossorigin>`).join('');

const stylesOf = ({ css, fonts }: Assets, nonce: string) => `<style nonce="${nonce}">${css}</style>${preloads(fonts)}`;
