/** The table of operations matches the API: every row has a handler, and the generated OpenAPI document is valid. */
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

  it('has an example for every JSON body, and its schema accepts each', () => {
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
    expect(described.sort()).toEqual(OPERATIONS.map(nameOf).sort());
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

  it('can be revalidated with its ETag', async () => {
    const { headers } = await supertest(server.url).get('/api/v1/openapi.json').expect(200);
    expect(headers['cache-control']).toBe('public, max-age=300');
    const again = await supertest(server.url).get('/api/v1/openapi.json').set('If-None-Match', headers.etag!);
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

describe('the documentation page', () => {
  it('loads scripts and styles only from its own host, none inline', async () => {
    const page = await supertest(server.url).get('/api/docs').expect(200);
    expect(page.type).toBe('text/html');
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self'; style-src 'self';/);
    expect(page.text).not.toMatch(/<script>|<style|onload|https?:/);
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!);
    expect(files).toHaveLength(4);
    for (const file of files) await supertest(server.url).get(file).expect(200);
  });
});
