/** The fuzzer's search for leaked internals in responses. */
import { describe, expect, it } from 'vitest';
import { findLeak } from './judge.ts';
import { problemsIn } from './raw-run.ts';

describe('a leak', () => {
  it.each([
    ['Error: x\n    at run (/app/server/index.ts:3:1)', '\n    at '],
    ['select from pg_class', 'pg_c'],
    ['PrismaClientKnownRequestError', 'Prisma'],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'],
    ['write EPIPE', 'EPIPE'],
    ['P2002', 'P2002'],
  ])('is detected in %j', (text, leak) => {
    expect(findLeak(text)).toBe(leak);
  });

  it.each(['W/"epipe-xPG_9"', 'Apg_1x', 'zECONNp', 'opg_deal', 'econn', 'p2002', 'SPG_x'])(
    "isn't detected in %j, which is random text",
    (text) => {
      expect(findLeak(text)).toBeNull();
    },
  );

  it('is searched for in the body of a raw response, but not in its headers', () => {
    const rawResult = (head: string, body: string) => ({
      name: 'x',
      status: 404,
      text: `HTTP/1.1 404 Not Found\r\nETag: ${head}\r\n\r\n${body}`,
    });
    expect(problemsIn(rawResult('"pg_a/EPIPE"', '{}'))).toEqual([]);
    expect(problemsIn(rawResult('"1"', 'pg_catalog'))).toEqual(['x leaks pg_c']);
  });
});
