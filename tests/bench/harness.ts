/**
 * Benchmark helpers: two alternatives measured alternately on one machine, and their ratio. Absolute times drift;
 * ratios are stable.
 */
import { Agent, request } from 'node:http';

/** A line of the table. `ratio` compares ours with the control as `goal` describes. */
export type Row = {
  id: string;
  what: string;
  control: string;
  ours: string;
  ratio: number;
  goal: string;
  met: boolean;
};

/** Environment of the benchmarks: a large installation, and product and controls as separate processes. */
export type BenchTarget = {
  databaseUrl: string;
  product: string;
  controls: string;
  /** The secret that the product signs its links with. */
  secret: string;
  date: string;
};

const ROUNDS = 5;

/** Alternates A and B: each once as warm-up, then the median of the rounds. */
export async function inTurns(a: () => Promise<number>, b: () => Promise<number>): Promise<[number, number]> {
  const taken: [number[], number[]] = [[], []];
  await a();
  await b();
  for (let round = 0; round < ROUNDS; round += 1) {
    taken[0].push(await a());
    taken[1].push(await b());
  }
  return [median(taken[0]), median(taken[1])];
}

export const median = (values: readonly number[]) => quantile(values, 0.5);
export const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

/** The duration in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

type Load = { ms?: number; connections?: number; method?: 'GET' | 'POST' };
export type Answers = { perSecond: number; p99: number };

/**
 * Sends requests over keep-alive connections; `urlOf` returns the URL of the n-th request. Statuses other than 200,
 * 302, and 304 are errors.
 */
export async function load(urlOf: (n: number) => string, { ms = 1500, connections = 16, method = 'GET' }: Load = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const taken: number[] = [];
  const began = performance.now();
  let asked = 0;
  const client = async () => {
    while (performance.now() < began + ms) taken.push(await timed(() => ask(agent, urlOf(asked++), method)));
  };
  await Promise.all(Array.from({ length: connections }, client));
  agent.destroy();
  return { perSecond: (taken.length * 1000) / (performance.now() - began), p99: quantile(taken, 0.99) };
}

export const rate = async (urlOf: (n: number) => string, options?: Load) => (await load(urlOf, options)).perSecond;

const ask = (agent: Agent, url: string, method: string) =>
  new Promise<void>((resolve, reject) => {
    request(url, { agent, method }, (res) => {
      if (![200, 302, 304].includes(res.statusCode!)) reject(new Error(`${res.statusCode} for ${url}`));
      res.resume().once('end', resolve).once('error', reject);
    })
      .once('error', reject)
      .end();
  });

export const perSecond = (value: number) => `${Math.round(value).toLocaleString('en-US')}/s`;
export const milliseconds = (value: number) => `${value < 10 ? value.toFixed(2) : Math.round(value)} ms`;
