/** Visitors of every kind of page, and sign-ups, until they are stopped. Every answer is counted. */
import { randomUUID } from 'node:crypto';

const PATHS = ['/ebook-deals', '/api/v1/books', '/', '/api/v1/categories'];
const VISITORS = 8;
const PAUSE_MS = 20;

/** Limits per network answer 429, which is an answer. */
export function startLoad(url: string): { stop(): Promise<{ answered: number; failed: string[] }> } {
  let isStopped = false;
  let answered = 0;
  const failed: string[] = [];
  async function visit() {
    for (let turn = 0; !isStopped; turn++) {
      const isSignUp = turn % 5 === 4;
      const path = isSignUp ? '/api/v1/readers' : PATHS[turn % 5]!;
      const body = JSON.stringify({ email: `load.${randomUUID()}@example.test`, category_ids: [1] });
      const request = isSignUp ? { method: 'POST', headers: { 'content-type': 'application/json' }, body } : {};
      const status = await fetch(url + path, request).then(
        async (response) => {
          await response.arrayBuffer();
          return response.status;
        },
        (error) => String(error.cause?.code ?? error),
      );
      if (typeof status === 'number' && status < 500) answered++;
      else failed.push(`${request.method ?? 'GET'} ${path} ${status}`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
  const visits = Promise.all(Array.from({ length: VISITORS }, visit));
  return {
    stop: async () => {
      isStopped = true;
      await visits;
      return { answered, failed };
    },
  };
}
