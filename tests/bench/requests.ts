/**
 * Benchmarks k1 to k4: processor time per request, of the server and of Postgres together, compared with Express
 * sending “hello”. Reads /proc, so it needs Linux.
 */
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { type BenchTarget, load, measureAlternately, type Row } from './harness.ts';

const TICKS_PER_SECOND = 100;
/** More pages than the cache keeps, so that each is evicted before it repeats. They need 60,000 books. */
const PAGES = 3_000;

export async function measure(target: BenchTarget): Promise<Row[]> {
  const { product, controls } = target;
  const postmaster = await postmasterOf(target.databaseUrl);
  const cpuOf = (pid: number) => async (urlOf: (n: number) => string) => {
    const before = secondsOf(pid) + secondsOfTree(postmaster);
    const { count } = await load(urlOf, { ms: 2_000 });
    return ((secondsOf(pid) + secondsOfTree(postmaster) - before) / count) * 1e6;
  };
  const measureControls = cpuOf(target.pids.controls);
  const measureProduct = cpuOf(target.pids.product);

  const rows: Row[] = [];
  let page = 0;
  for (const [id, description, path, maximum] of [
    ['k1', 'bare middleware (/healthz)', () => '/healthz', 1.5],
    ['k2', 'list of 20 books', () => '/api/v1/books?public=true', 5],
    ['k3', 'list of categories', () => '/api/v1/categories', 8],
    ['k3', 'list of promotion sites', () => '/api/v1/promotion_sites', 8],
    ['k4', 'page of 20 books rendered from scratch', () => `/books?page=${1 + (page++ % PAGES)}`, 25],
  ] as const) {
    if (id === 'k4') await refuseEmptyPages(product);
    const [hello, result] = await measureAlternately(
      () => measureControls(() => `${controls}/hello`),
      () => measureProduct(() => `${product}${path()}`),
    );
    rows.push({
      id,
      description: `${description}, CPU per request, against Express sending “hello”`,
      control: formatMicroseconds(hello),
      result: formatMicroseconds(result),
      ratio: result / hello,
      goal: `≤ ${maximum} ×`,
      isMet: result <= maximum * hello,
    });
  }
  return rows;
}

/** Throws if the last page has no books; otherwise empty pages would be measured. */
async function refuseEmptyPages(product: string) {
  const lastPage = await (await fetch(`${product}/books?page=${PAGES}`)).text();
  if (!/href="\/books\/\d/.test(lastPage)) throw new Error(`k4 needs --books ${PAGES * 20} or more`);
}

const formatMicroseconds = (value: number) => `${Math.round(value)} µs`;

/** Process id of the Postgres server, the parent of each connection's process. */
async function postmasterOf(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const { parent } = statOf(rows[0]!.pid)!;
  await client.end();
  return parent;
}

/** Processor time of the process and its children, running and ended. */
const secondsOfTree = (pid: number) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === pid)
    .reduce((sum, stat) => sum + stat!.seconds, statOf(pid)!.seconds + statOf(pid)!.secondsOfEnded);

const secondsOf = (pid: number) => statOf(pid)!.seconds;

/**
 * Fields 4 and 14 to 17 of proc_pid_stat(5), counted after the process name, which may contain spaces; null if the
 * process has ended.
 */
function statOf(pid: number) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number);
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map((ticks) => ticks / TICKS_PER_SECOND);
    return { parent: fields[1]!, seconds: user! + system!, secondsOfEnded: endedUser! + endedSystem! };
  } catch {
    return null;
  }
}
