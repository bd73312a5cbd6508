/**
 * Simulates visitors and sign-ups until standard input ends, and counts every response. Runs in a separate process,
 * because the check's synchronous commands block its own event loop.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const PATHS = ['/ebook-deals', '/api/v1/books', '/', '/api/v1/categories'];
const VISITORS = 8;
const PAUSE_BETWEEN_REQUESTS_MS = 20;

type Tally = { answered: number; failed: string[] };

export function startLoad(url: string): { stop(): Promise<Tally> } {
  const flags = ['--disable-warning=ExperimentalWarning', fileURLToPath(import.meta.url), url];
  const child = spawn(process.execPath, flags, { stdio: ['pipe', 'pipe', 'inherit'] });
  const output = text(child.stdout);
  return {
    stop: async () => {
      child.stdin.end();
      return JSON.parse(await output);
    },
  };
}

async function visitUntilInputEnds(url: string): Promise<Tally> {
  let isStopped = false;
  process.stdin.resume().once('end', () => {
    isStopped = true;
  });
  const tally: Tally = { answered: 0, failed: [] };
  async function visit() {
    for (let index = 0; !isStopped; index++) {
      const isSignUp = index % 5 === 4;
      const path = isSignUp ? '/api/v1/readers' : PATHS[index % 5]!;
      const body = JSON.stringify({ email: `load.${randomUUID()}@example.test`, category_ids: [1] });
      const request = isSignUp ? { method: 'POST', headers: { 'content-type': 'application/json' }, body } : {};
      const status = await fetch(url + path, request).then(
        async (response) => {
          await response.arrayBuffer();
          return response.status;
        },
        (error) => String(error.cause?.code ?? error),
      );
      // A 429 from the limit per network counts as a response.
      if (typeof status === 'number' && status < 500) tally.answered++;
      else tally.failed.push(`${request.method ?? 'GET'} ${path} ${status}`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_BETWEEN_REQUESTS_MS));
    }
  }
  await Promise.all(Array.from({ length: VISITORS }, visit));
  return tally;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(JSON.stringify(await visitUntilInputEnds(process.argv[2]!)));
