import { createHash } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import manifest from './package.json' with { type: 'json' };
import { contentPages } from './scripts/content/plugin.ts';
import type { Api } from './shared/api/operation.ts';

/** Modules that readers' pages share, in one file. Twenty small files would cost another 3 kB and 19 requests. */
const BOOK_LISTS = new RegExp(
  [
    'client/app/screens/books',
    'client/ui/(BookCard|BookGrid|Books|Cover|Price|EmptyState|Pagination|SelectField|FieldFrame|field-errors|Form.module)\\b',
    'client/features/books/public/(queries|book-search|BookResults|BookFilterForm)\\b',
    'client/features/(categories|home)/loaders\\b',
    'client/api/categories\\b',
  ].join('|'),
);

/** Modules of pages with a form, except FieldFrame and its styles, which are in the group above. */
const FORM = /client\/ui\/(Form\.tsx|Field\.)/;

/** Modules, mostly for fetching data, that book pages and form pages share with text pages, which show no books. */
const DATA_FETCHING =
  /react-query\/.*\/(use(Base|Suspense)Query|queryOptions)|shared\/(money|api\/categories)|ui\/search-params/;

/**
 * Packages that Node loads from node_modules. The others, such as the icons and react-email, are bundled, so that only
 * the used parts are loaded and the image doesn't contain the rest.
 */
const EXTERNAL_PACKAGES = Object.keys(manifest.dependencies);

/** React Router's browser entry includes developer warnings; these are the same files without them. */
const ROUTER = {
  'react-router/dom': join(import.meta.dirname, 'node_modules/react-router/dist/production/dom-export.mjs'),
  'react-router': join(import.meta.dirname, 'node_modules/react-router/dist/production/index.mjs'),
};

/**
 * Lets the browser's build leave out parts of React Router that we don't use, such as its Form. Their names for
 * developer tools would keep them.
 */
const unusedRouterParts: Plugin = {
  name: 'unused-router-parts',
  apply: 'build',
  transform: {
    filter: { id: /react-router\/dist\/production\// },
    handler: (code) =>
      code
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/^var \w+ = (?=React\d*\.(createContext|forwardRef)\()/gm, '$&/* @__PURE__ */ '),
  },
};

/** Minimum size in bytes: compressing smaller files saves less than the headers cost. */
const MIN_COMPRESSED_BYTES = 1000;

/** Writes Brotli and gzip variants of the larger scripts and styles, which the server sends (server/web/static.ts). */
const compressed: Plugin = {
  name: 'compressed',
  async writeBundle({ dir = '' }, bundle) {
    const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];
    const files = Object.values(bundle).filter(({ fileName }) => /\.(js|css)$/.test(fileName));
    await Promise.all(
      files.map(async (file) => {
        const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        if (bytes.length < MIN_COMPRESSED_BYTES) return;
        await writeFile(join(dir, `${file.fileName}.br`), await brotli(bytes));
        await writeFile(join(dir, `${file.fileName}.gz`), await gzipped(bytes, { level: 9 }));
      }),
    );
  },
};

/**
 * Reduces the API's tables to methods, paths, and upload fields in the browser's script: with their schemas, the public
 * pages' script would be twice as large.
 */
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

/** A GET needs no method (client/api/http.ts). Leaves out webhooks, the OpenAPI document, and paths outside the API. */
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
 * `vite build` makes the browser's files in dist/client (scripts and styles under /front-end, which browsers cache as
 * immutable) with a manifest; `vite build --ssr` builds the pages and the emails in dist/server for Node, which reads
 * TypeScript itself but not .tsx.
 */
export default defineConfig(({ isSsrBuild }) => ({
  resolve: { alias: isSsrBuild ? {} : ROUTER },
  plugins: [react(), contentPages(), callsOnly, ...(isSsrBuild ? [] : [unusedRouterParts, compressed])],
  appType: 'custom',
  publicDir: 'client/public',
  css: { modules: { generateScopedName: scopedName } },
  ssr: { noExternal: true, external: EXTERNAL_PACKAGES },
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
        // The server lists the files that a page needs. Vite would add lists for all other pages, which would cost more
        // time than they save.
        modulePreload: false,
        rolldownOptions: {
          input: 'client/app/entry-browser.tsx',
          output: {
            codeSplitting: {
              groups: [
                // Separate from the app, so that neither blocks a phone for long (server/web/boot-script.ts).
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, tags: ['$initial'], priority: 2 },
                { name: 'app', tags: ['$initial'], priority: 1 },
                { name: 'data', test: DATA_FETCHING },
                { name: 'lists', test: BOOK_LISTS },
                { name: 'form', test: FORM },
              ],
            },
          },
        },
      },
}));
