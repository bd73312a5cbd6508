/** Pages and emails served from source with hot reload, for development only. No other server code loads Vite. */
import type { Server } from 'node:http';
import type { RequestHandler } from 'express';
import type { MailRenderer } from '#server/platform/mail.ts';
import type { PublicApi } from '#shared/api/client.ts';
import type { Build } from './build.ts';

export type DevPages = { build: Build<PublicApi>; files: RequestHandler; emails(): Promise<MailRenderer> };

/** `server` also carries the browser's hot-reload connection. */
export async function openDevPages(server: Server): Promise<DevPages> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    // Bundling the configuration would write a file that --watch treats as an edit.
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { server } },
    ssr: { noExternal: [] },
  });
  const entry = '/client/app/entry-dev.ts';
  return {
    build: {
      render: async (input) => (await vite.ssrLoadModule('/client/app/entry-server.tsx')).render(input),
      assets: () => ({ entry, scripts: [entry], styles: [], css: '', fonts: [] }),
    },
    files: vite.middlewares,
    emails: () => vite.ssrLoadModule('/server/emails/render.tsx') as Promise<MailRenderer>,
  };
}
