import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { memoize } from '#server/platform/memoize.ts';

/** Types of dist/server/entry-server.js, built from client/app/entry-server.tsx. */
export type RenderInput<Api> = {
  request: Request;
  api: Api;
  appUrl: string;
  onError(error: unknown, errorId: string): void;
};
export type RenderOutput =
  | { kind: 'redirect'; status: number; location: string }
  | {
      kind: 'page';
      status: number;
      html: string;
      state: string;
      sources: string[];
      access: string;
      script: 'immediate' | 'idle';
    };

export type Assets = {
  entry: string;
  scripts: string[];
  styles: string[];
  /** The concatenated text of the style files. */
  css: string;
  fonts: string[];
};
export type Build<Api> = {
  render(input: RenderInput<Api>): Promise<RenderOutput>;
  /** The files that a page needs, by its source files; those shared by every page come first. */
  assets(sources: readonly string[]): Assets;
};

type Chunk = { file: string; css?: string[]; imports?: string[]; assets?: string[] };
export type Manifest = { [source: string]: Chunk };

const ENTRY = 'client/app/entry-browser.tsx';
/** The two font files that every page's first screen needs. */
const FIRST_FONTS = /\/(inter|literata)-latin-wght-normal-[^/]*\.woff2$/;

/**
 * Loads the output of `vite build` and `vite build --ssr`. Throws if the manifest, the server's entry, or a style file
 * is missing.
 */
export async function loadBuild<Api>(dist: string): Promise<Build<Api>> {
  const manifest = JSON.parse(await readFile(join(dist, 'client/.vite/manifest.json'), 'utf8')) as Manifest;
  const entry = join(dist, 'server/entry-server.js');
  await access(entry);
  const read = (file: string) => readFile(join(dist, 'client', file), 'utf8');
  return {
    // React and the pages are loaded with the first render.
    render: async (input) => (await import(pathToFileURL(entry).href)).render(input),
    assets: assetsFrom(manifest, await readStyles(manifest, read)),
  };
}

/** The text of every style file, escaped so that it can't close its style element. */
async function readStyles(manifest: Manifest, read: (file: string) => Promise<string>) {
  const files = [...new Set(Object.values(manifest).flatMap(({ css = [] }) => css))];
  const texts = await Promise.all(files.map(read));
  return new Map(files.map((file, index) => [file, texts[index]!.trim().replaceAll('</', '<\\/')]));
}

export const assetsFrom = (manifest: Manifest, texts: ReadonlyMap<string, string>) =>
  memoize((sources: readonly string[]) => collect(manifest, texts, [ENTRY, ...sources]), { key: String });

function collect(manifest: Manifest, texts: ReadonlyMap<string, string>, sources: string[]): Assets {
  const seen = new Set<string>();
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const fonts = new Set<string>();
  const visit = (source: string) => {
    const chunk = manifest[source];
    if (!chunk || seen.has(source)) return;
    seen.add(source);
    chunk.imports?.forEach(visit);
    scripts.add(`/${chunk.file}`);
    for (const file of chunk.css ?? []) styles.add(file);
    for (const file of chunk.assets ?? []) if (FIRST_FONTS.test(file)) fonts.add(`/${file}`);
  };
  sources.forEach(visit);
  return {
    entry: `/${manifest[ENTRY]?.file}`,
    scripts: [...scripts],
    styles: [...styles].map((file) => `/${file}`),
    css: [...styles].map((file) => texts.get(file) ?? '').join(''),
    fonts: [...fonts],
  };
}
