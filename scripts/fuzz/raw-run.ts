/** Sends the raw requests and the huge bodies, and reports violations. */
import { createSender } from '../calls/sender.ts';
import { DEMO, signIn } from '../calls/sign-in.ts';
import { startDemoProcess } from './demo-process.ts';
import { findLeak } from './judge.ts';
import { growthDuring, hugeBodies, RAW_REQUESTS, type RawResult, sendHuge, sendRaw } from './raw.ts';

/** Memory growth of this or more means that a body was buffered. */
export const MAX_GROWTH_MB = 50;

export type RawReport = {
  requests: number;
  /** Count of each status; `none` if there was no response. */
  statuses: Map<number | 'none', number>;
  problems: string[];
  /** Largest memory growth while huge bodies were sent. */
  growthMb: number;
  /** True if the server still responds after everything was sent. */
  isAlive: boolean;
};
type Options = {
  rounds: number;
  megabytes: number;
  /** By default, the demo starts its own database. */
  databaseUrl?: string;
};

const WARM_UP_ROUNDS = 5;
const WARM_UP_MB = 4;

/** Runs against a demo in a separate process. */
export async function sendAllRaw({ rounds, megabytes, databaseUrl }: Options): Promise<RawReport> {
  const server = await startDemoProcess({ databaseUrl });
  try {
    const { base } = server;
    const sender = createSender(base);
    const credentials = await signIn(sender, 'partner', DEMO.partner);
    const { body } = await sender.send({ method: 'GET', path: '/api/v1/books?per=1', headers: credentials });
    sender.close();
    const upload = `/api/v1/books/${(body as { books: { id: number }[] }).books[0]!.id}/cover`;
    const results: RawResult[] = [];
    for (let round = 0; round < rounds; round++)
      results.push(...(await Promise.all(RAW_REQUESTS.map((raw) => sendRaw(base, raw)))));
    // Warms up parsers and streams first, because the memory that they allocate only once doesn't count as growth.
    for (let round = 0; round < WARM_UP_ROUNDS; round++)
      for (const huge of hugeBodies(upload, WARM_UP_MB)) await sendHuge(base, round ? {} : credentials, huge);
    const growthMb = await growthDuring(async () => {
      for (const huge of hugeBodies(upload, megabytes)) results.push(await sendHuge(base, credentials, huge));
    }, server.rss);
    const statuses = new Map<number | 'none', number>();
    for (const { status } of results) statuses.set(status ?? 'none', (statuses.get(status ?? 'none') ?? 0) + 1);
    const isAlive = await fetch(`${base}/healthz`).then(
      ({ status }) => status === 200,
      () => false,
    );
    return { requests: results.length, statuses, problems: results.flatMap(problemsIn), growthMb, isAlive };
  } finally {
    await server.stop();
  }
}

export function problemsIn({ name, status, text }: RawResult): string[] {
  const leak = status !== null && status >= 400 ? findLeak(bodyOf(text)) : null;
  return [
    ...(status !== null && status >= 500 && status !== 503 && status !== 505 ? [`${name}: ${status}`] : []),
    ...(leak ? [`${name} leaks ${leak}`] : []),
  ];
}

const bodyOf = (response: string) => response.slice(response.indexOf('\r\n\r\n'));
