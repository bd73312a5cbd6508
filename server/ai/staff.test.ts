/** Staff-only AI: free-form prompts, saved prompts, and the day's cost. Also that suggestions aren't cached. */
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { type Client, createPartner, createStaff, visitor } from '#server/testing/factories.ts';
import { type FakeOpenAi, startFakeOpenAi } from '../../tests/fakes/openai.ts';

const PROMPT = { prompt: 'Suggest three subject lines.' };

let server: TestServer;
let openai: FakeOpenAi;
let nora: Client & { id: number };
let omar: Client & { id: number };
beforeAll(async () => {
  openai = await startFakeOpenAi();
  server = await startTestServer({
    env: {
      OPENAI_API_KEY: 'sk-secret',
      OPENAI_BASE_URL: openai.url,
      OPENAI_MODEL: 'story-model',
      OPENAI_INPUT_CENTS_PER_MILLION: '100',
      OPENAI_OUTPUT_CENTS_PER_MILLION: '1000',
      OPENAI_REASONING_TOKENS: '0',
      AI_DAILY_BUDGET_CENTS: '20',
    },
  });
  nora = await createStaff(server);
  omar = await createStaff(server);
});
afterAll(async () => {
  await server.close();
  await openai.close();
});

describe('the staff prompt tool', () => {
  it('is for staff only', async () => {
    const partner = await createPartner(server, { card: null });
    const calls: [method: 'get' | 'post' | 'delete', path: string][] = [
      ['post', '/ai/prompt'],
      ['get', '/ai/usage'],
      ['get', '/ai/prompts'],
      ['post', '/ai/prompts'],
      ['delete', '/ai/prompts/1'],
    ];
    for (const [method, path] of calls) {
      await visitor(server)[method](path).send(PROMPT).expect(401);
      await partner[method](path).send(PROMPT).expect(403);
    }
    expect(openai.journal).toHaveLength(0);
  });

  it("streams the text with its cost and the day's total cost", async () => {
    openai.script({ pieces: ['Free ', 'mysteries ', '<b>tonight</b>'] });
    const { text } = await nora.post('/ai/prompt').send(PROMPT).expect(200);
    expect(text.match(/^event: \w+/gm)).toEqual([
      'event: start',
      'event: text',
      'event: text',
      'event: text',
      'event: done',
    ]);
    const response = (await nora.post('/ai/prompt').set('Accept', 'application/json').send(PROMPT).expect(200)).body;
    expect(response).toMatchObject({ text: 'Free mysteries <b>tonight</b>', model: 'story-model', is_cut: false });
    expect(response.cost_cents).toBeGreaterThan(0);
    expect(response.usage).toEqual({
      date: '2026-12-01',
      spent_cents: 2 * response.cost_cents,
      limit_cents: 20,
      mode: 'live',
      model: 'story-model',
    });
    expect((await omar.get('/ai/usage').expect(200)).body).toEqual({ usage: response.usage });
    expect(openai.journal.at(-1)!.messages.at(-1)).toEqual({ role: 'user', content: PROMPT.prompt });
    expect(await server.deps.db.aiRequest.findFirst()).toMatchObject({
      tool: 'prompt',
      user_id: nora.id,
      ip_hash: null,
    });
  });

  it('refuses more than 2,000 characters, and a missing prompt', async () => {
    const res = await nora
      .post('/ai/prompt')
      .send({ prompt: 'x'.repeat(2001) })
      .expect(422);
    expect(res.body.errors.prompt).toEqual(['is too long (at most 2000 characters)']);
    await nora.post('/ai/prompt').send({}).expect(422);
  });

  it('reports truncated text', async () => {
    openai.script({ pieces: Array(2000).fill('a ') });
    const { body } = await nora.post('/ai/prompt').set('Accept', 'application/json').send(PROMPT).expect(200);
    expect(body.is_cut).toBe(true);
    openai.script({});
  });

  it('tells staff whether to reword a prompt, to check the key and model, or to wait', async () => {
    const reason = async (script: object) => {
      openai.script(script);
      const res = await nora.post('/ai/prompt').set('Accept', 'application/json').send(PROMPT).expect(503);
      openai.script({});
      return res.body.errors.base[0];
    };
    for (const declined of [{ refusal: 'I can’t help with that.' }, { finishReason: 'content_filter' }])
      expect(await reason(declined)).toBe('The AI model declined this prompt. Reword it and try again.');
    for (const status of [401, 403, 404])
      expect(await reason({ status })).toBe(
        'The AI service refused our key or model. Ask whoever runs the server to check OPENAI_API_KEY, OPENAI_MODEL, and OPENAI_BASE_URL.',
      );
    expect(await reason({ status: 500 })).toBe(
      'The AI service isn’t available right now. Please try again in a few minutes.',
    );
    expect(await reason({ endAfter: 1, pieces: ['Free ', 'books'] })).toBe(
      'The AI service stopped midway. Please try again.',
    );
  });

  it('answers 503 without calling a model when the budget is used up or 0, or no model is configured', async () => {
    const { deps } = server;
    const { ai } = deps;
    const calls = openai.journal.length;
    const reason = async () => (await nora.post('/ai/prompt').send(PROMPT).expect(503)).body.errors.base[0];
    await deps.db.aiBudget.updateMany({ data: { spent_cents: 19.99 } });
    expect(await reason()).toBe('Today’s AI budget is used up. It resets at midnight Pacific Time.');
    deps.config.AI_DAILY_BUDGET_CENTS = 0;
    expect(await reason()).toBe('AI is turned off: this site’s daily budget is 0.');
    deps.ai = null;
    expect(await reason()).toBe('No AI model is set up on this site. Ask the operator to set OPENAI_API_KEY.');
    deps.ai = ai;
    deps.config.AI_DAILY_BUDGET_CENTS = 20;
    await deps.db.aiBudget.updateMany({ data: { spent_cents: 0 } });
    expect(openai.journal.length).toBe(calls);
  });

  it('allows each account sixty prompts an hour', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 62; i++) statuses.push((await omar.post('/ai/prompt').send(PROMPT)).status);
    expect(statuses.indexOf(429)).toBe(60);
    expect((await nora.post('/ai/prompt').send(PROMPT)).status).toBe(200);
  });
});

describe('saved prompts', () => {
  const list = async (staff: Client, query = '') => (await staff.get(`/ai/prompts${query}`).expect(200)).body;

  it('are saved, listed, and deleted by their owner', async () => {
    const saved = (await nora.post('/ai/prompts').send({ name: 'Subjects', prompt: 'Suggest.' }).expect(201)).body
      .prompt;
    expect(saved).toEqual({
      id: saved.id,
      name: 'Subjects',
      prompt: 'Suggest.',
      created_at: '2026-12-01T15:00:00.000Z',
    });
    await nora.post('/ai/prompts').send({ name: 'Blurbs', prompt: 'Rewrite.' }).expect(201);
    const names = (await list(nora, '?sort_col=name&sort_dir=asc')).prompts.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Blurbs', 'Subjects']);

    expect(await list(omar)).toEqual({ prompts: [], meta: { total_count: 0, page: 1, per: 20 } });
    expect((await omar.delete(`/ai/prompts/${saved.id}`).expect(404)).body).toEqual({});
    await nora.delete(`/ai/prompts/${saved.id}`).expect(204);
    await nora.delete(`/ai/prompts/${saved.id}`).expect(404);
    expect((await list(nora)).meta.total_count).toBe(1);
  });

  it('have unique names per staff member', async () => {
    const body = { name: 'Twice', prompt: 'Once.' };
    await nora.post('/ai/prompts').send(body).expect(201);
    const res = await nora.post('/ai/prompts').send(body).expect(422);
    expect(res.body.errors).toEqual({
      name: ['has already been taken'],
      full_messages: ['Name has already been taken'],
    });
    await omar.post('/ai/prompts').send(body).expect(201);
  });

  it('require a name and a text, and reject unknown list parameters', async () => {
    const res = await nora.post('/ai/prompts').send({ name: ' ' }).expect(422);
    expect(res.body.errors).toMatchObject({ name: ["can't be blank"], prompt: ["can't be blank"] });
    await nora.get('/ai/prompts?user_id=1').expect(422);
  });
});

it('forbids caching of suggestions', async () => {
  const res = await supertest(server.url).post('/api/v1/ai/title').send({ genre: 'cozy' }).expect(200);
  expect(res.headers['cache-control']).toContain('no-store');
  expect(res.headers['x-accel-buffering']).toBe('no');
});
