/** The API's documentation: pages, examples that compile against the client, and the guide's code. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { exampleOf, factsOf } from '#server/web/docs/pages.ts';
import { openApiDocument } from '#server/web/openapi.ts';
import { newSalt, secretOf, signedHeaders } from '#server/webhooks/post.ts';
import { problemOf } from '#shared/api/check.ts';
import { isInClient, nameOf, OPERATIONS, operationIdOf, RESOURCES } from '#shared/api/operations.ts';
import { WEBHOOK_EVENTS } from '#shared/webhook-events.ts';

const GUIDE = readFileSync('docs/api.md', 'utf8');
const INSTALLATION = {
  appUrl: 'https://deckle.example',
  contact: { name: 'Deckle', email: 'support@deckle.example' },
};
const facts = factsOf(INSTALLATION);
type Responses = Record<string, { content?: Record<string, { example?: unknown }> }>;
const OPERATIONS_WITH_EXAMPLES = OPERATIONS.filter(({ responses }) =>
  Object.keys(responses).some((status) => Number(status) < 400),
);

describe('the pages', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  const page = async (path: string) =>
    (await supertest(server.url).get(path).expect(200).expect('Content-Type', /html/)).text;

  it('describe every operation that can succeed: path parameters, example in three languages, response', async () => {
    for (const { title, api } of Object.values(RESOURCES)) {
      const text = await page(`/api/docs/${title.toLowerCase().replaceAll(' ', '-')}`);
      const parts = text.split('<article ').slice(1);
      const shown = Object.values(api).filter((operation) => OPERATIONS_WITH_EXAMPLES.includes(operation));
      expect(parts.map((part) => /id="(\w+)"/.exec(part)![1])).toEqual(shown.map(operationIdOf));
      parts.forEach((part, index) => {
        for (const [, name] of shown[index]!.path.matchAll(/\{(\w+)\}/g))
          expect(part).toContain(`<code class="name">${name}</code>`);
        const languages = [...part.matchAll(/data-language="(\w+)"/g)].map((match) => match[1]);
        expect(languages, parts[index]!.slice(0, 40)).toEqual(['curl', 'ts', 'python']);
        expect(part).toMatch(/Response: \d{3}/);
      });
      const ids = [...text.matchAll(/ id="([\w-]+)"/g)].map((match) => match[1]!);
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
      const missing = [...text.matchAll(/href="#([\w-]+)"/g)]
        .map((match) => match[1]!)
        .filter((id) => !ids.includes(id));
      expect(missing).toEqual([]);
    }
  });

  it('show this installation’s address, and link to parts that exist', async () => {
    const guide = await page('/api/docs');
    expect(guide).toContain(`curl &quot;${server.url}/api/v1/promotions`);
    expect(guide).not.toContain('deckle.example');
    expect(guide).not.toContain('For contributors');
    const linked = new Set([...guide.matchAll(/href="\/api\/docs([^"]*)"/g)].map((match) => match[1]!));
    for (const link of linked) {
      const [path, anchor] = link.split('#') as [string, string?];
      if (!path.endsWith('.css'))
        expect(await page(`/api/docs${path}`), link).toContain(anchor ? ` id="${anchor}"` : '<h1>');
    }
    expect(linked.size).toBeGreaterThan(OPERATIONS.length);
    await supertest(server.url).get('/api/docs/nothing').expect(404);
  });

  it('escape HTML in examples', async () => {
    expect(await page('/api/docs/blogs')).not.toMatch(/<(img|h1 |strong>Hello)/);
  });
});

it('the OpenAPI document has the demo’s responses, which match their schemas', () => {
  const { paths } = openApiDocument(INSTALLATION) as unknown as {
    paths: Record<string, Record<string, { responses: Responses }>>;
  };
  const examples = OPERATIONS_WITH_EXAMPLES.flatMap((operation) => {
    const { responses } = paths[nameOf(operation).split(' ')[1]!]![operation.method]!;
    return Object.entries(responses).flatMap(([status, { content }]) => {
      const body = content?.['application/json']?.example;
      return body === undefined ? [] : [{ operation, status: Number(status), body }];
    });
  });
  expect(examples.length).toBeGreaterThan(200);
  const problems = examples.map(({ operation, status, body }) =>
    problemOf([operation], { method: operation.method, path: operation.path, status, type: 'application/json', body }),
  );
  expect(problems.filter(Boolean)).toEqual([]);
});

it('shows TypeScript that compiles against the client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'deckle-samples-'));
  const samples = OPERATIONS_WITH_EXAMPLES.filter(isInClient).map((operation) => {
    const { samples } = exampleOf(facts, operation)!;
    return `/* ${nameOf(operation)} */ {\n${samples.ts}\n}`;
  });
  const head = [
    "import { openAsBlob } from 'node:fs';",
    `import { createDeckle, DeckleError, pages } from '${resolve('clients/typescript/src/index.ts')}';`,
    "const deckle = createDeckle({ baseUrl: 'https://deckle.example' });",
  ];
  // Removes the client's imports, which `head` replaces. Skips the webhook code, which a test below runs.
  const guide = [...GUIDE.matchAll(/```ts\n([\s\S]*?)```/g)]
    .map(([, code]) => code!.replace(/^import .*deckle.*\n/gm, ''))
    .filter((code) => !code.startsWith('import'))
    .map((code) => `{\n${code}}`);
  writeFileSync(join(folder, 'samples.ts'), [...head, ...samples, ...guide, 'export {};'].join('\n'));
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: 'ES2023',
    module: 'NodeNext',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['samples.ts'] }));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  try {
    expect(samples.length).toBeGreaterThan(180);
    execFileSync('node_modules/.bin/tsc', ['-p', folder], { encoding: 'utf8' });
  } catch (error) {
    throw new Error((error as { stdout?: string }).stdout ?? String(error));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);

describe('the guide', () => {
  it('has code that accepts our webhook signatures and refuses others', async () => {
    const code = /```ts\n(import \{ createHmac[\s\S]*?)```/.exec(GUIDE)![1]!;
    const source = stripTypeScriptTypes(code);
    const { isGenuine } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`);
    const secret = secretOf('a secret of the tests', newSalt());
    const at = new Date(performance.timeOrigin + performance.now());
    const [body, id] = ['{"type":"test"}', 'evt_1'];
    const headers = (instant: Date) => new Headers(signedHeaders(secret, { id, at: instant, body }));
    expect(isGenuine(headers(at), body, secret)).toBe(true);
    expect(isGenuine(headers(at), '{"type":"other"}', secret)).toBe(false);
    expect(isGenuine(headers(at), body, secretOf('a secret of the tests', newSalt()))).toBe(false);
    expect(isGenuine(headers(new Date(at.getTime() - 600_000)), body, secret)).toBe(false);
  });

  it('lists every webhook event, and every error status', () => {
    expect(WEBHOOK_EVENTS.filter((event) => !GUIDE.includes(`\`${event}\``))).toEqual([]);
    const statuses = new Set(
      Object.values(facts.document.paths)
        .flatMap((item) => Object.values(item))
        .flatMap(({ responses }) => Object.keys(responses)),
    );
    const errors = /## Errors\n([\s\S]*?)\n## /.exec(GUIDE)![1]!;
    expect([...statuses].filter((status) => Number(status) >= 400 && !errors.includes(status))).toEqual([]);
  });
});
