/**
 * Writes docs/pages.md: the number of words, sources, pictures, and downloads of each page in page-notes.json, with
 * demo data.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { apiRoutes } from '#server/app.ts';
import { createWeb } from '#server/web/web.ts';
import { startTemporaryServer } from '../scripts/calls/temporary-server.ts';
import { pageFiles, pathOf } from '../scripts/content/article.ts';
import { checkContent } from '../scripts/content/check.ts';
import notes from './page-notes.json' with { type: 'json' };

const reports = new Map(
  pageFiles().map((file) => [pathOf(file), checkContent(file, readFileSync(file, 'utf8'), '9999-12-31')] as const),
);

/**
 * Counts the words and downloads between a page's header and footer. Sources and pictures are counted there, too, or in
 * the page's content file if it has one.
 */
async function measure(base: string, path: string) {
  const html = await (await fetch(base + path)).text();
  const main = (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '').replace(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, ' ');
  const words = main.replace(/<[^>]+>/g, ' ').match(/[^\s]*[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
  const absolute = new Set([...main.matchAll(/<a\b[^>]*href="(https?:\/\/[^"]+)"/g)].map(([, url]) => url!));
  const external = [...absolute].filter((url) => !url.startsWith(base));
  const report = reports.get(path);
  const pictures = report ? report.pictures : (main.match(/<img\b/g)?.length ?? 0);
  const downloads = new Set(main.match(/href="\/downloads\/[^"]+"/g)).size;
  return { words, sources: report ? report.links.length : external.length, pictures, downloads };
}

/** Replaces a name like '/blog/*' with the paths of all posts that '/blog' lists. */
async function pathsOf(base: string, name: string) {
  if (!name.endsWith('/*')) return [name];
  const folder = name.slice(0, -1);
  const html = await (await fetch(base + folder.slice(0, -1))).text();
  return [...new Set([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!))].filter((href) =>
    /^\d+\//.test(href.startsWith(folder) ? href.slice(folder.length) : ''),
  );
}

export async function writePageTable() {
  const server = await startTemporaryServer({ buildPages: (deps) => createWeb(deps, apiRoutes) });
  try {
    const rows: string[] = [];
    for (const [name, { before, missing, now }] of Object.entries(notes))
      for (const path of await pathsOf(server.base, name)) {
        const { words, sources, pictures, downloads } = await measure(server.base, path);
        if (!words) throw new Error(`${path} has no text.`);
        rows.push(`| ${[path, before ?? '–', words, sources, pictures, downloads, missing, now].join(' | ')} |`);
      }
    const [head, end] = readFileSync('docs/pages.md', 'utf8').split(/<!-- table -->[\s\S]*<!-- end of table -->/);
    const table = [
      '| Page | Words before | Words | Sources | Pictures | Downloads | What it lacked | Now |',
      `|${'---|'.repeat(8)}`,
      ...rows,
    ];
    writeFileSync('docs/pages.md', `${head}<!-- table -->\n\n${table.join('\n')}\n\n<!-- end of table -->${end}`);
    console.log(`docs/pages.md has ${rows.length} pages.`);
  } finally {
    await server.close();
  }
}
