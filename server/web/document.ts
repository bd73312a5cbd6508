import { bootScript } from './boot-script.ts';
import type { Assets, RenderOutput } from './build.ts';

type Page = Extract<RenderOutput, { kind: 'page' }>;

/** React's document with the build's files and the state that the browser's script continues from. */
export function documentHtml({ html, state, script }: Page, assets: Assets, nonce: string) {
  const head =
    `<meta property="csp-nonce" nonce="${nonce}">` +
    assets.styles.map((file) => `<link rel="stylesheet" href="${file}">`).join('') +
    assets.fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" href="${file}" crossorigin>`).join('') +
    (script === 'at once' ? assets.scripts.map((file) => `<link rel="modulepreload" href="${file}">`).join('') : '');
  const tail =
    `<script type="application/json" id="__state">${state}</script>` +
    `<script nonce="${nonce}">${bootScript(assets.entry, script)}</script>`;
  return (
    '<!DOCTYPE html>' +
    html
      .replace(/^<!DOCTYPE html>/i, '')
      .replace('</head>', () => `${head}</head>`)
      .replace(/<\/body><\/html>$/, () => `${tail}</body></html>`)
  );
}
