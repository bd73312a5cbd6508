import { bootScript } from './boot-script.ts';
import type { Assets, RenderOutput } from './build.ts';

type Page = Extract<RenderOutput, { kind: 'page' }>;

/** Where each answer puts its own nonce. */
export const NONCE = Symbol('nonce');
export type Piece = Buffer | typeof NONCE;

/**
 * React's document with the build's files and the state that the browser's script continues from. Pages that are only read
 * bring their styles along, so that they can be painted as soon as they are there; the others share files with the next page.
 */
export function documentPieces({ html, state, script }: Page, assets: Assets): Piece[] {
  const document = html.replace(/^<!DOCTYPE html>/i, '').replace(/<\/body><\/html>$/, '');
  const split = document.indexOf('</head>');
  return [
    Buffer.from(`<!DOCTYPE html>${document.slice(0, split)}<meta property="csp-nonce" nonce="`),
    NONCE,
    ...(script === 'at once' ? [Buffer.from(`">${filesOf(assets)}`)] : stylesOf(assets)),
    Buffer.from(
      `${document.slice(split)}<script type="application/json" id="__state">${state}</script><script nonce="`,
    ),
    NONCE,
    Buffer.from(`">${bootScript(assets, script)}</script></body></html>`),
  ];
}

export const withNonce = (pieces: readonly Piece[], nonce: string) => {
  const bytes = Buffer.from(nonce);
  return Buffer.concat(pieces.map((piece) => (piece === NONCE ? bytes : piece)));
};

const filesOf = ({ styles, fonts, scripts }: Assets) =>
  styles.map((file) => `<link rel="stylesheet" href="${file}">`).join('') +
  preloads(fonts) +
  scripts.map((file) => `<link rel="modulepreload" href="${file}">`).join('');

const preloads = (fonts: readonly string[]) =>
  fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" href="${file}" crossorigin>`).join('');

const stylesOf = ({ css, fonts }: Assets): Piece[] => [
  Buffer.from('"><style nonce="'),
  NONCE,
  Buffer.from('">'),
  css,
  Buffer.from(`</style>${preloads(fonts)}`),
];
