/** Checks every API response of a test server against the table of operations (shared/api/operations.ts). */
import type { RequestListener } from 'node:http';
import type { Response } from 'express';
import { problemOf } from '#shared/api/check.ts';
import { OPERATIONS } from '#shared/api/operations.ts';

const CHECKED = /^\/(api\/v1|books\/[^/]+\/amazon_api_data)(\/|$|\?)/i;

/** Wraps the app. `problems` collects each kind of violation once. */
export function checkResponses(app: RequestListener) {
  const problems = new Set<string>();
  const listener: RequestListener = (req, res) => {
    const { method = '', url = '' } = req;
    if (CHECKED.test(url)) {
      const path = url.split(/[?#]/)[0]!;
      const body = captureBody(res as Response);
      res.on('finish', () => {
        const type = String(res.getHeader('content-type') ?? '').split(';')[0]!;
        const problem = problemOf(OPERATIONS, { method, path, status: res.statusCode, type, body: body() });
        if (problem)
          problems.add(`${method} ${path.replace(/\d+|[0-9a-f-]{36}/g, '…')} → ${res.statusCode}: ${problem}`);
      });
    }
    app(req, res);
  };
  return { listener, problems };
}

/** Captures the body before compression. JSON reaches `send` as text, or as bytes if it's memoized. */
function captureBody(res: Response) {
  let sent: unknown;
  Object.defineProperty(res, 'send', {
    configurable: true,
    writable: true,
    value(this: Response, body: unknown) {
      if (typeof body === 'string') sent = body;
      else if (Buffer.isBuffer(body) && this.get('Content-Type')?.includes('json')) sent = body.toString();
      return Object.getPrototypeOf(this).send.call(this, body);
    },
  });
  return () => (typeof sent === 'string' && sent ? parseJson(sent) : undefined);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
