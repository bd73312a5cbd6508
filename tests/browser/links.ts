/** Follows the links of the public site without a browser, and reports problems. */

type FoundPage = { path: string; title: string; canonical: string; indexed: boolean };
export type Walk = { pages: FoundPage[]; problems: string[] };
type Step = { path: string; from: string };

/** Query strings tried per path; more would only show the same page in other orders and with other filters. */
const MAX_QUERIES_PER_PATH = 4;
/** Paths that aren't followed: the API and files, and tracked links, which end at a store. */
const NOT_FOLLOWED = /^\/(api|media|front-end|[\w-]{33,}$)/;

/** Pages that need a sign-in are requested but not recorded, because other crawls check them. */
export async function walkLinks(origin: string, isPublic: (path: string) => boolean): Promise<Walk> {
  const walk: Walk = { pages: [], problems: [] };
  const known = new Set(['/']);
  const queries = new Map<string, number>();
  const exceedsQueryLimit = (link: string) => {
    const [path, query] = link.split('?') as [string, string?];
    const tried = queries.get(path) ?? 0;
    queries.set(path, tried + (query ? 1 : 0));
    return query !== undefined && tried >= MAX_QUERIES_PER_PATH;
  };
  const queue: Step[] = [{ path: '/', from: 'the start' }];
  for (let step = queue.shift(); step; step = queue.shift()) {
    const { path } = step;
    for (const link of await visit(origin, step, isPublic(path) ? walk : { ...walk, pages: null })) {
      if (known.has(link) || exceedsQueryLimit(link)) continue;
      known.add(link);
      queue.push({ path: link, from: path });
    }
  }
  return walk;
}

type WalkResult = { pages: FoundPage[] | null; problems: string[] };

/** Records the page and its problems, and returns its links within this site. */
async function visit(origin: string, { path, from }: Step, { pages, problems }: WalkResult): Promise<string[]> {
  const report = (text: string) => problems.push(`${path} (from ${from}): ${text}`);
  const response = await fetch(origin + path, { redirect: 'manual' });
  if (response.status !== 200) report(`responds with ${response.status}`);
  if (!response.headers.get('content-type')?.startsWith('text/html')) return [];
  const html = await response.text();
  if (response.status === 200) pages?.push(readPage(path, html, report));
  return matches(html, /<a [^>]*?href="([^"]*)"/g).flatMap((href) => pathOnSite(origin, path, decodeEntities(href)));
}

function readPage(path: string, html: string, report: (text: string) => void): FoundPage {
  const single = (name: string, pattern: RegExp) => {
    const values = matches(html, pattern);
    if (values.length !== 1) report(`has ${values.length} of ${name}`);
    return decodeEntities(values[0] ?? '');
  };
  const indexed = !/<meta name="robots" content="noindex/.test(html);
  const title = single('title', /<title>([^<]*)<\/title>/g);
  single('h1', /(<h1)[ >]/g);
  if (indexed) single('description', /<meta name="description" content="([^"]+)"/g);
  const canonical = indexed ? single('canonical', /<link rel="canonical" href="([^"]*)"/g) : '';
  for (const json of matches(html, /<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/g)) {
    const problem = problemOfJsonLd(json);
    if (problem) report(`has JSON-LD that ${problem}`);
  }
  return { path, title, canonical, indexed };
}

function problemOfJsonLd(json: string): string | null {
  try {
    const data = JSON.parse(json) as { '@context'?: string; '@type'?: string };
    return data['@context'] === 'https://schema.org' && data['@type'] ? null : 'has no context or type';
  } catch {
    return 'isn’t JSON';
  }
}

/** Returns the link's path if it stays on this site and should be followed; otherwise an empty array. */
function pathOnSite(origin: string, path: string, href: string): string[] {
  const url = URL.parse(href, origin + path);
  if (!url || url.origin !== origin || NOT_FOLLOWED.test(url.pathname)) return [];
  return [url.pathname + url.search];
}

const matches = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map((match) => match[1]!);
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };
const decodeEntities = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => ENTITIES[name]!);
