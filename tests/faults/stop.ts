/** Shutdown fault test: a server that is shut down under load completes every request in progress. */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#server/testing/free-port.ts';
import { FAST, startChildServer, withTrialDatabase } from '../cluster.ts';
import { seededInt } from './kills.ts';
import { controlResult } from './verdict.ts';

const CLIENTS = 12;
/** A health check without queries, two lists that query the database, and a rendered page. */
const PATHS = ['/healthz', '/api/v1/categories?per=100', '/api/v1/books', '/partners/sign-in'];
const MAX_EXIT_MS = 10_000;

export const trials = [{ id: 'graceful stops', size: 50, run }];

/** `size` is the number of stops. The control kills the process, so requests must be lost. */
function run(size: number, seed: number) {
  return withTrialDatabase(async ({ databaseUrl }) => {
    let answered = 0;
    let violations = 0;
    for (let round = 0; round < size; round++) {
      const result = await stopUnderLoad({ databaseUrl, signal: 'SIGTERM', seed: seed + round });
      answered += result.answered;
      const problems = problemsIn(result);
      violations += problems.length;
      for (const problem of problems) console.error(`round ${round}: ${problem}`);
    }
    const killed = await stopUnderLoad({ databaseUrl, signal: 'SIGKILL', seed });
    return {
      n: size,
      violations,
      control: controlResult(killed.dropped.length > 0),
      notes: `${answered} requests answered`,
    };
  }, FAST);
}

const problemsIn = ({ dropped, failed, code, exitMs }: StopResult) => [
  ...dropped,
  ...(failed ? [`${failed} responses other than 200`] : []),
  ...(code === 0 ? [] : [`ended with ${code}`]),
  ...(exitMs > MAX_EXIT_MS ? [`took ${Math.round(exitMs)} ms`] : []),
];

export type StopResult = {
  /** Number of responses with 200. */
  answered: number;
  /** Reasons, one for each request without a complete response. */
  dropped: string[];
  /** Number of responses with another status. */
  failed: number;
  code: number | null;
  /** Time from the signal to the end of the process. */
  exitMs: number;
};

type StopTrial = { databaseUrl: string; signal: 'SIGTERM' | 'SIGKILL'; seed: number };

export async function stopUnderLoad({ databaseUrl, signal, seed }: StopTrial): Promise<StopResult> {
  const dataDir = mkdtempSync(join(tmpdir(), 'deckle-stop-data-'));
  const server = await startChildServer({ databaseUrl, dataDir, port: await freePort() });
  const tally = { answered: 0, dropped: [] as string[], failed: 0 };
  const roll = seededInt(seed);
  const clients = Array.from({ length: CLIENTS }, () => requestUntilRefused(server.url, roll, tally));
  await new Promise((resolve) => setTimeout(resolve, 200 + roll(600)));
  const startedAt = performance.now();
  server.process.kill(signal);
  const { code } = await server.exited;
  const exitMs = performance.now() - startedAt;
  await Promise.all(clients);
  rmSync(dataDir, { recursive: true, force: true });
  return { ...tally, code, exitMs };
}

/** Sends requests over one keep-alive connection at a time until the server no longer accepts connections. */
async function requestUntilRefused(
  url: string,
  roll: (sides: number) => number,
  tally: Pick<StopResult, 'answered' | 'dropped' | 'failed'>,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const path = PATHS[roll(PATHS.length)]!;
    const outcome = await sendRequest(url + path, agent);
    if (outcome === 'refused') break;
    if (typeof outcome === 'string') tally.dropped.push(`${path}: ${outcome}`);
    else if (outcome === 200) tally.answered++;
    else tally.failed++;
  }
  agent.destroy();
}

/** Returns the status, 'refused' if no connection was possible, or the reason for an incomplete response. */
const sendRequest = (url: string, agent: Agent) =>
  new Promise<number | string>((resolve) => {
    const clientRequest = request(url, { agent }, (res) => {
      res.resume();
      res.once('end', () => resolve(res.statusCode!));
      res.once('error', (error) => resolve(`cut off: ${error.message}`));
    });
    clientRequest.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'refused' : `${error.code}: ${error.message}`),
    );
    clientRequest.end();
  });
