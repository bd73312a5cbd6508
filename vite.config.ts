import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What readers' pages share, in one file beside the app: twenty small ones would weigh 3 kB more, and each costs a request. */
const READING = new RegExp(
  [
    'react-query/.*/use(Base|Suspense)Query',
    'client/book-routes',
    'client/ui/(BookCard|BookGrid|Cover|Price|EmptyState|Pagination|SelectField|Form|named-record)\\b',
    'client/books/(queries|loaders|book-search|BookResults|BookFilterForm)\\b',
    'client/(authors|categories|home)/(queries|loaders)\\b',
    'shared/money',
  ].join('|'),
);

/**
 * `vite build` makes the browser's files in dist/client (scripts and styles under /front-end, spec §7) with a manifest;
 * `vite build --ssr` makes what Node runs: dist/server/entry-server.js. Node reads TypeScript itself, so only .tsx comes here.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  appType: 'custom',
  publicDir: 'client/public',
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        copyPublicDir: false,
        target: 'node24',
        rolldownOptions: { input: { 'entry-server': 'client/entry-server.tsx', emails: 'server/emails/render.tsx' } },
      }
    : {
        outDir: 'dist/client',
        assetsDir: 'front-end',
        assetsInlineLimit: 0,
        manifest: true,
        // The server names what a page needs; lists for all the other pages would weigh more than they hurry.
        modulePreload: false,
        rolldownOptions: {
          input: 'client/entry-browser.tsx',
          output: {
            codeSplitting: {
              groups: [
                { name: 'app', tags: ['$initial'], priority: 1 },
                { name: 'reading', test: READING },
              ],
            },
          },
        },
      },
}));
