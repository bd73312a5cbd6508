import { createHash } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import manifest from './package.json' with { type: 'json' };
import type { Api } from './shared/api/operation.ts';

/** What readers' pages share, in one file beside the app: twenty small ones would weigh 3 kB more, and each costs a request. */
const READING = new RegExp(
  [
    'client/app/screens/books',
    'client/ui/(BookCard|BookGrid|Books|Cover|Price|EmptyState|Pagination|SelectField|FieldFrame|field-errors|Form.module|named-record)\\b',
    'client/features/books/public/(queries|book-search|BookResults|BookFilterForm)\\b',
    'client/features/(categories|home)/loaders\\b',
    'client/api/categories\\b',
  ].join('|'),
);

/** What every page with a form loads, in one file too. */
const FORM = /client\/ui\/(Form\.tsx|Field\.|use-sent)/;

/** What those share with the written pages, which show no books. */
const ASKING =
  /react-query\/.*\/(use(Base|Suspense)Query|queryOptions)|shared\/(money|api\/categories)|ui\/(search-params|Marked)/;

/**
 * What Node loads itself. The mails' bundle brings its library along, so that only what mails use of that is loaded: the package
 * holds an editor's and a preview's parts too.
 */
const OUTSIDE = Object.keys(manifest.dependencies).filter((name) => name !== 'react-email');

/** The package leads browsers to its files with warnings for developers in them; these are the same without. */
const ROUTER = {
  'react-router/dom': join(import.meta.dirname, 'node_modules/react-router/dist/production/dom-export.mjs'),
  'react-router': join(import.meta.dirname, 'node_modules/react-router/dist/production/index.mjs'),
};

/** Below it the headers weigh more than what is saved. */
const WORTH_COMPRESSING = 1000;

/** Beside each script and style the smallest that can be made of it, which the server sends (server/web/static.ts). */
const compressed: Plugin = {
  name: 'compressed',
  async writeBundle({ dir = '' }, bundle) {
    const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];
    const files = Object.values(bundle).filter(({ fileName }) => /\.(js|css)$/.test(fileName));
    await Promise.all(
      files.map(async (file) => {
        const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        if (bytes.length < WORTH_COMPRESSING) return;
        await writeFile(join(dir, `${file.fileName}.br`), await brotli(bytes));
        await writeFile(join(dir, `${file.fileName}.gz`), await gzipped(bytes, { level: 9 }));
      }),
    );
  },
};

/** Only methods and paths of the tables reach the browser: with their schemas, the public pages' script would be twice as large. */
const callsOnly: Plugin = {
  name: 'calls-only',
  enforce: 'pre',
  async load(id, { ssr = false } = {}) {
    const [file = ''] = id.split('?');
    if (ssr || !/\/shared\/api\/[\w-]+\.ts$/.test(file)) return null;
    const exports = Object.entries(await import(`${pathToFileURL(file)}?${(await stat(file)).mtimeMs}`));
    const tables = exports.filter(([name, value]) => name.endsWith('Api') && typeof value === 'object');
    if (!tables.length) return null;
    return tables.map(([name, table]) => `export const ${name} = ${JSON.stringify(callsOf(table as Api))};`).join('\n');
  },
};

/** A GET needs no method (client/api/http.ts). Webhooks and what stands outside the API are left out. */
const callsOf = (table: Api) =>
  Object.fromEntries(
    Object.entries(table)
      .filter(([, { path, isBare }]) => !isBare && path.startsWith('/api/'))
      .map(([name, { method, path, body }]) => [
        name,
        { path, ...(method !== 'get' && { method }), ...(body && 'file' in body && { body }) },
      ]),
  );

/** Shorter than Vite's own names, which a page repeats in its HTML, script, and styles. */
const scopedName = (name: string, file: string) =>
  `${name}_${createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('base64url')
    .slice(0, 4)}`;

/**
 * `vite build` makes the browser's files in dist/client (scripts and styles under /front-end, spec §7) with a manifest;
 * `vite build --ssr` makes what Node runs: dist/server/entry-server.js. Node reads TypeScript itself, so only .tsx comes here.
 */
export default defineConfig(({ isSsrBuild }) => ({
  resolve: { alias: isSsrBuild ? {} : ROUTER },
  plugins: [react(), callsOnly, ...(isSsrBuild ? [] : [compressed])],
  appType: 'custom',
  publicDir: 'client/public',
  css: { modules: { generateScopedName: scopedName } },
  ssr: { noExternal: true, external: OUTSIDE },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        copyPublicDir: false,
        target: 'node24',
        rolldownOptions: {
          input: { 'entry-server': 'client/app/entry-server.tsx', emails: 'server/emails/render.tsx' },
        },
      }
    : {
        outDir: 'dist/client',
        assetsDir: 'front-end',
        assetsInlineLimit: 0,
        manifest: true,
        // The server names what a page needs; lists for all the other pages would weigh more than they hurry.
        modulePreload: false,
        rolldownOptions: {
          input: 'client/app/entry-browser.tsx',
          output: {
            codeSplitting: {
              groups: [
                // Apart from the app, so that neither holds a phone up for long (server/web/boot-script.ts).
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, tags: ['$initial'], priority: 2 },
                { name: 'app', tags: ['$initial'], priority: 1 },
                { name: 'asking', test: ASKING },
                { name: 'reading', test: READING },
                { name: 'form', test: FORM },
              ],
            },
          },
        },
      },
}));
