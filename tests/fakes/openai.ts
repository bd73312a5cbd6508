/**
 * Fake of OpenAI's streamed chat completions and its moderation, over real HTTP. The journal counts every token read
 * and written, which shows the actual spending. Failures are scripted.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export type Script = {
  /** Pieces of the answer, one token each. Defaults to as many short options as requested. */
  pieces?: string[];
  /** Delay before each piece. */
  paceMs?: number;
  /** Status to refuse with before anything is written, at no cost. */
  status?: number;
  /** Accepts the request and never answers. */
  isMute?: boolean;
  /**
   * Number of output tokens, including `reasoning`, after which the connection breaks, or the response ends without its
   * last events.
   */
  breakAfter?: number;
  endAfter?: number;
  /** Reports no token counts, or wrong ones. */
  hasNoUsage?: boolean;
  usage?: object;
  /** Text of a structured refusal. */
  refusal?: string;
  /** Overrides 'stop' or 'length'. */
  finishReason?: 'content_filter';
  /** Tokens spent on reasoning before the first piece. */
  reasoning?: number;
  /** Categories that the moderation flags in every text, or the status it refuses with. */
  flagged?: string[];
  moderationStatus?: number;
  /** Accepts the moderation and never answers. */
  isModerationMute?: boolean;
  /** Ignores the token limit. */
  hasNoCap?: boolean;
};

export type RecordedCall = {
  model: string;
  messages: { role: string; content: string }[];
  maxTokens: number;
  effort: string | null;
  hasSchema: boolean;
  authorization: string;
  inputTokens: number;
  outputTokens: number;
  /** 'broken': the script ended the response early; 'gone': the client closed the connection. */
  end: 'open' | 'done' | 'refused' | 'broken' | 'gone';
};

type Body = {
  model: string;
  messages: RecordedCall['messages'];
  max_completion_tokens: number;
  reasoning_effort?: string;
  response_format?: { type: string };
};

/** Efforts that a model knows; like the provider, the fake refuses others. */
const EFFORTS: Record<string, string[]> = { 'gpt-6-luna': ['none', 'low', 'medium', 'high', 'xhigh', 'max'] };

export type FakeOpenAi = Awaited<ReturnType<typeof startFakeOpenAi>>;

export async function startFakeOpenAi() {
  const journal: RecordedCall[] = [];
  let scriptFor: (call: RecordedCall, number: number) => Script = () => ({});
  const server = createServer((req, res) => {
    void respond(req, res).catch(() => res.destroy());
  });

  const moderated: string[][] = [];

  async function moderate(req: IncomingMessage, res: ServerResponse) {
    const { input } = JSON.parse(await textOf(req)) as { input: string[] };
    moderated.push(input);
    const { flagged = [], moderationStatus, isModerationMute } = scriptFor(journal.at(-1)!, journal.length - 1);
    if (isModerationMute) return;
    if (moderationStatus) return refuse(res, moderationStatus);
    const categories = Object.fromEntries(flagged.map((name) => [name, true]));
    const results = input.map(() => ({ flagged: flagged.length > 0, categories, category_scores: {} }));
    res
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ id: 'modr-1', model: 'm', results }));
  }

  async function respond(req: IncomingMessage, res: ServerResponse) {
    if (req.method === 'POST' && req.url === '/v1/moderations') return moderate(req, res);
    if (req.method !== 'POST' || req.url !== '/v1/chat/completions') return refuse(res, 404);
    const body = JSON.parse(await textOf(req)) as Body;
    const call: RecordedCall = {
      model: body.model,
      messages: body.messages,
      maxTokens: body.max_completion_tokens,
      effort: body.reasoning_effort ?? null,
      hasSchema: body.response_format?.type === 'json_schema',
      authorization: req.headers.authorization ?? '',
      inputTokens: inputTokens(body.messages),
      outputTokens: 0,
      end: 'open',
    };
    journal.push(call);
    const efforts = EFFORTS[call.model];
    if (efforts && call.effort && !efforts.includes(call.effort)) {
      call.end = 'refused';
      return refuse(res, 400);
    }
    res.on('close', () => {
      if (call.end === 'open') call.end = 'gone';
    });
    await play(scriptFor(call, journal.length - 1), call, res);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    journal: journal as readonly RecordedCall[],
    /** The texts of each moderation. */
    moderated: moderated as readonly string[][],
    /** Sets the script of all later calls; by default, every call succeeds. */
    script(next: Script | typeof scriptFor) {
      scriptFor = typeof next === 'function' ? next : () => next;
    },
    /** Actual spending in cents, at prices in cents per million tokens. */
    spentCents: (price: { input: number; output: number }) =>
      journal
        .filter(({ end }) => end !== 'refused')
        .reduce(
          (sum, call) => sum + (call.inputTokens * price.input + call.outputTokens * price.output) / 1_000_000,
          0,
        ),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function play(script: Script, call: RecordedCall, res: ServerResponse) {
  if (script.status) {
    call.end = 'refused';
    return refuse(res, script.status);
  }
  if (script.isMute) return;
  res.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  const all = script.pieces ?? optionsFor(call);
  call.outputTokens = Math.min(script.reasoning ?? 0, call.maxTokens);
  const pieces = script.hasNoCap ? all : all.slice(0, call.maxTokens - call.outputTokens);
  if (script.refusal) write(res, { choices: [{ index: 0, delta: { refusal: script.refusal }, finish_reason: null }] });
  for (const piece of pieces) {
    await pause(script.paceMs ?? 0);
    if (res.destroyed) return;
    if (script.breakAfter === call.outputTokens) {
      call.end = 'broken';
      return res.destroy();
    }
    if (script.endAfter === call.outputTokens) {
      call.end = 'broken';
      return res.end();
    }
    call.outputTokens += 1;
    write(res, { choices: [{ index: 0, delta: { content: piece }, finish_reason: null }] });
  }
  call.end = 'done';
  const finish_reason = script.finishReason ?? (pieces.length < all.length ? 'length' : 'stop');
  write(res, { choices: [{ index: 0, delta: {}, finish_reason }] });
  const usage = { prompt_tokens: call.inputTokens, completion_tokens: call.outputTokens };
  if (!script.hasNoUsage) write(res, { choices: [], usage: script.usage ?? usage });
  res.end('data: [DONE]\n\n');
}

const write = (res: ServerResponse, chunk: object) =>
  res.write(`data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', ...chunk })}\n\n`);

const refuse = (res: ServerResponse, status: number) =>
  void res
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ error: { message: 'The key sk-secret is not welcome.', type: 'scripted', code: null } }));

/** About four characters per token, as in English. */
const inputTokens = (messages: RecordedCall['messages']) =>
  messages.reduce((sum, { content }) => sum + Math.ceil(content.length / 4) + 4, 3);

function optionsFor({ messages }: RecordedCall): string[] {
  const count = Number(/"options":(\d+)/.exec(messages.at(-1)!.content)?.[1] ?? 1);
  const options = Array.from({ length: count }, (_, at) => [
    at ? '","' : '{"options":["',
    'The suggestion ',
    `number ${at + 1}`,
  ]);
  return [...options.flat(), '"]}'];
}

async function textOf(req: IncomingMessage) {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
