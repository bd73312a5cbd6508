/**
 * Benchmark helpers: two alternatives measured alternately on one machine, and their ratio. Absolute times drift;
 * ratios are stable.
 */
import { Agent, request } from 'node:http';

/**
 * A row of the results table. `ratio` compares our result with a control's. A `goal` in × is about the ratio, any other
 * about the result.
 */
export type Row = {
  id: string;
  description: string;
  control: string;
  result: string;
  ratio: number;
  goal: string;
  isMet: boolean;
};

/** Environment of the benchmarks: a large installation, and product and controls as separate processes. */
export type BenchTarget = {
  databaseUrl: string;
  product: string;
  controls: string;
  /** Process ids of both. */
  pids: { product: number; controls: number };
  /** The secret that the product signs its links with. */
  secret: string;
  date: string;
};

const ROUNDS = 5;

/** Runs A and B alternately: once each to warm up, then several rounds. Returns the medians. */
export async function measureAlternately(
  a: () => Promise<number>,
  b: () => Promise<number>,
): Promise<[number, number]> {
  const results: [number[], number[]] = [[], []];
  await a();
  await b();
  for (let round = 0; round < ROUNDS; round += 1) {
    results[0].push(await a());
    results[1].push(await b());
  }
  return [median(results[0]), median(results[1])];
}

export const median = (values: readonly number[]) => quantile(values, 0.5);
export const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

/** Returns the duration in milliseconds. */
export async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

type LoadOptions = { ms?: number; connections?: number; method?: 'GET' | 'POST' };
export type LoadResult = { count: number; perSecond: number; p99: number };

/**
 * Sends requests over keep-alive connections; `urlOf` returns the URL of the n-th request. Statuses other than 200,
 * 302, and 304 are errors.
 */
export async function load(
  urlOf: (n: number) => string,
  { ms = 1500, connections = 16, method = 'GET' }: LoadOptions = {},
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const durations: number[] = [];
  const startedAt = performance.now();
  let sent = 0;
  const client = async () => {
    while (performance.now() < startedAt + ms)
      durations.push(await measureMs(() => sendRequest(agent, urlOf(sent++), method)));
  };
  await Promise.all(Array.from({ length: connections }, client));
  agent.destroy();
  const count = durations.length;
  return { count, perSecond: (count * 1000) / (performance.now() - startedAt), p99: quantile(durations, 0.99) };
}

export const measureRate = async (urlOf: (n: number) => string, options?: LoadOptions) =>
  (await load(urlOf, options)).perSecond;

const sendRequest = (agent: Agent, url: string, method: string) =>
  new Promise<void>((resolve, reject) => {
    request(url, { agent, method }, (res) => {
      if (![200, 302, 304].includes(res.statusCode!)) reject(new Error(`${res.statusCode} for ${url}`));
      res.resume().once('end', resolve).once('error', reject);
    })
      .once('error', reject)
      .end();
  });

export const formatRate = (value: number) => `${Math.round(value).toLocaleString('en-US')}/s`;
export const formatMs = (value: number) => `${value < 10 ? value.toFixed(2) : Math.round(value)} ms`;
