/**
 * The table of operations matches the API: every row has a handler, and the generated OpenAPI document is valid. The
 * documentation pages load only our files.
 */
import { Validator } from '@seriousme/openapi-schema-validator';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { apiRoutes } from '#server/app.ts';
import { createPassport } from '#server/auth/strategies.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { nameOf, OPERATIONS } from '#shared/api/operations.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('the table of operations', () => {
  it('has exactly the operations that have a mounted handler', () => {
    const mounted = apiRoutes(server.deps, createPassport(server.deps)).map(({ operation }) => nameOf(operation));
    expect(mounted.sort()).toEqual(OPERATIONS.map(nameOf).sort());
  });

  it('lists every operation once', () => {
    const names = OPERATIONS.map(nameOf);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('has an example for every JSON body, which the body’s schemas accept', () => {
    const problems = OPERATIONS.flatMap((operation) => {
      const { body, staffBody, example } = operation;
      const schemas = [body, staffBody].filter((schema) => schema instanceof z.ZodType);
      if (schemas.length && !example) return [`${nameOf(operation)}: add an example`];
      const errors = schemas.flatMap((schema) => schema.safeParse(example).error ?? []);
      return errors.map((error) => `${nameOf(operation)}: ${z.prettifyError(error)}`);
    });
    expect(problems).toEqual([]);
  });
});

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1 with every operation, error bodies, and credentials', async () => {
    const res = await supertest(server.url).get('/api/v1/openapi.json').expect(200);
    expect(await new Validator().validate(structuredClone(res.body))).toEqual({ valid: true });
    expect(res.body.openapi).toBe('3.1.0');
    const described = Object.entries(res.body.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    // A method that is only refused isn't described.
    const offered = OPERATIONS.filter(({ path, method }) => !(path.endsWith('/sign_in') && method === 'get'));
    expect(described.sort()).toEqual(offered.map(nameOf).sort());
    expect(Object.keys(res.body.components.schemas)).toEqual(
      expect.arrayContaining(['Book', 'Promotion', 'NotSignedIn', 'Refusal', 'NotFound', 'Invalid', 'ServerProblem']),
    );
    const { api_key, ...session } = res.body.components.securitySchemes;
    expect(Object.values(session)).toEqual(
      ['resource-type', 'access-token', 'client', 'uid'].map((name) => expect.objectContaining({ in: 'header', name })),
    );
    expect(api_key).toMatchObject({ type: 'http', scheme: 'bearer' });
    const { get } = res.body.paths['/api/v1/promotions/{id}'];
    const credentials = { role: [], token: [], client: [], uid: [] };
    expect(get.security).toEqual([credentials, { api_key: [] }]);
    expect(get.description).toBe('Callers: staff and the partner who owns the record. Scope of an API key: read.');
    expect(res.body.paths['/api/v1/books'].get.security).toEqual([{}, credentials, { api_key: [] }]);
    expect(res.body.paths['/api/v1/api_keys'].post.security).toEqual([credentials]);
    const statuses = ['200', '400', '401', '403', '404', '409', '413', '422', '429', '500', '503'];
    expect(Object.keys(get.responses)).toEqual(statuses);
    expect(get.responses['200'].content['application/json'].schema.properties).toEqual({
      promotion: { $ref: '#/components/schemas/Promotion' },
    });
  });

  it('has unique ids, groups, and parameters with descriptions and types, for generators', async () => {
    const { body } = await supertest(server.url).get('/api/v1/openapi.json').expect(200);
    const described = Object.values(body.paths).flatMap((methods) => Object.values(methods as object));
    const ids = described.map(({ operationId }) => operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index || !/^[a-z]+([A-Z][a-z]+)*$/.test(id))).toEqual([]);
    expect(body.paths['/api/v1/books/{id}/refresh-cover'].post.operationId).toBe('booksRefreshCover');
    const groups = body.tags.map(({ name }: { name: string }) => name);
    expect(described.filter(({ tags }) => tags.length !== 1 || !groups.includes(tags[0]))).toEqual([]);
    const parameters = described.flatMap(({ parameters = [] }) => parameters);
    expect(parameters.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
    const typeOf = (name: string) => parameters.find((parameter) => parameter.name === name).schema;
    expect(typeOf('per')).toEqual({ type: 'integer', default: 20 });
    expect(typeOf('public')).toEqual({ type: 'boolean' });
  });

  it('can be revalidated with its ETag', async () => {
    const { headers } = await supertest(server.url).get('/api/v1/openapi.json').expect(200);
    expect(headers['cache-control']).toBe('public, max-age=300');
    const again = await supertest(server.url).get('/api/v1/openapi.json').set('If-None-Match', headers.etag!);
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

describe('the documentation pages', () => {
  it('load scripts and styles only from their own host, none inline', async () => {
    for (const path of ['/api/docs', '/api/docs/books']) {
      const page = await supertest(server.url).get(path).expect(200);
      expect(page.type).toBe('text/html');
      expect(page.headers['content-security-policy']).toMatch(/script-src 'self'; style-src 'self';/);
      expect(page.text).not.toMatch(/<script>|<style|onload| style="/);
      const files = [...page.text.matchAll(/(?:src|rel="stylesheet" href)="([^"]+)"/g)].map((match) => match[1]!);
      expect(files).toEqual(['/api/docs/docs.css', '/api/docs/docs.js']);
      for (const file of files) await supertest(server.url).get(file).expect(200);
    }
    const { text } = await supertest(server.url).get('/api/docs/docs.css');
    const fonts = [...text.matchAll(/url\("([^"]+)"\)/g)].map((match) => match[1]!);
    expect(fonts).toHaveLength(2);
    for (const font of fonts) await supertest(server.url).get(font).expect(200).expect('Content-Type', 'font/woff2');
    expect(Buffer.byteLength((await supertest(server.url).get('/api/docs/docs.js')).text)).toBeLessThan(4_000);
  });
});
