/** The list of email templates with examples, at /dev/mailbox/templates. */
import supertest from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emailFixtures } from '#server/emails/fixtures.ts';
import { startTestServer, type TestServer } from '#server/testing/app.ts';

const NAMES = [...Object.keys(emailFixtures), 'newsletter'];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const get = (path: string) => supertest(server.url).get(`/dev/mailbox${path}`);

it('lists all templates, and is linked from the mailbox', async () => {
  expect((await get('').expect(200)).text).toContain('href="/dev/mailbox/templates"');
  const { text } = await get('/templates').expect(200);
  for (const name of NAMES) expect(text).toContain(`href="/dev/mailbox/templates/${name}"`);
  expect(text).toContain('A locked lighthouse for $0.99, and three more ebook deals');
});

it.each(NAMES)('shows %s as HTML and as text', async (name) => {
  const page = await get(`/templates/${name}`)
    .expect(200)
    .expect('content-type', /^text\/html/);
  const src = `/templates/${name}/html`;
  expect(page.text).toContain(`src="/dev/mailbox${src}"`);
  expect(page.text).toMatch(/<h2>Text<\/h2><pre>[^<]{200,}<\/pre>/);
  const mail = await get(src).expect(200);
  expect(mail.headers['content-security-policy']).toContain('sandbox');
  expect(mail.text).toMatch(/^<!DOCTYPE html/);
});

it('returns 404 for other names', async () => {
  for (const name of ['nothing', 'toString', '__proto__', '%00']) {
    await get(`/templates/${name}`).expect(404);
    await get(`/templates/${name}/html`).expect(404);
  }
});
