import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

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
        rolldownOptions: { input: 'client/entry-browser.tsx' },
      },
}));
