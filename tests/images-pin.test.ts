/** Tests `npm run images:pin` against a fake registry that speaks the real protocol. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { imagesIn } from '../scripts/images/references.ts';

const INDEX = 'application/vnd.oci.image.index.v1+json';
const manifests: Record<string, string> = {
  'library/node:24.21.0-bookworm-slim': '{"schemaVersion":2,"manifests":[{"digest":"node"}]}',
  'someone/mailbox:v1.2.3': '{"schemaVersion":2,"manifests":[{"digest":"mailbox"}]}',
};
const sha256 = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
/** Output of `printf '{"schemaVersion":2,"manifests":[{"digest":"node"}]}' | sha256sum`. */
const NODE_DIGEST = 'sha256:45066568a7b23e3db7944862d394523f18d005b761c80f44d37177b4f403833d';

let registry: Server;
let host: string;
let folder: string;
let tokens: string[];
let hasWrongDigest = false;
beforeAll(async () => {
  registry = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url!, `http://${host}`);
    if (pathname === '/token') {
      tokens.push(searchParams.get('scope')!);
      return res
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ token: `for ${searchParams.get('scope')}` }));
    }
    const [, name, tag] = /^\/v2\/(.+)\/manifests\/(.+)$/.exec(pathname) ?? [];
    const scope = `repository:${name}:pull`;
    if (!isAllowed(req, scope)) {
      const challenge = `Bearer realm="http://${host}/token",service="registry.example",scope="${scope}"`;
      return res.writeHead(401, { 'www-authenticate': challenge }).end('{"errors":[{"code":"UNAUTHORIZED"}]}');
    }
    const manifest = manifests[`${name}:${tag}`];
    if (!manifest || !req.headers.accept?.includes(INDEX))
      return res.writeHead(404).end('{"errors":[{"code":"MANIFEST_UNKNOWN"}]}');
    const digest = hasWrongDigest ? sha256('something else') : sha256(manifest);
    res.writeHead(200, { 'content-type': INDEX, 'docker-content-digest': digest }).end(manifest);
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(registry.address() as AddressInfo).port}`;
});
const isAllowed = (req: IncomingMessage, scope: string) => req.headers.authorization === `Bearer for ${scope}`;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deckle-images-'));
  tokens = [];
  hasWrongDigest = false;
});
afterAll(() => registry.close());

const dockerfile = () => `FROM ${host}/library/node:24.21.0-bookworm-slim AS build
RUN true
FROM ${host}/library/node:24.21.0-bookworm-slim
`;
const composeFile = (tag = 'v1.2.3') => `services:
  app:
    image: deckle:local
  mailbox:
    image: ${host}/someone/mailbox:${tag} # a comment
`;

/**
 * Runs the command on files with the given contents; returns its exit code, its output, and the contents afterwards.
 */
async function pin(contents: Record<string, string>) {
  const files = Object.keys(contents).map((name) => join(folder, name));
  for (const [i, text] of Object.values(contents).entries()) writeFileSync(files[i]!, text);
  const child = spawn(process.execPath, ['scripts/images-pin.ts', ...files]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.on('close', resolve));
  const after = files.map((file) => readFileSync(file, 'utf8'));
  rmSync(folder, { recursive: true });
  return { code, output, after };
}

it('writes the digest of each tag, and changes nothing else', async () => {
  const { code, after } = await pin({ Dockerfile: dockerfile(), 'compose.yml': composeFile() });
  expect(code).toBe(0);
  const node = `${host}/library/node:24.21.0-bookworm-slim@${NODE_DIGEST}`;
  expect(after[0]).toBe(`FROM ${node} AS build\nRUN true\nFROM ${node}\n`);
  const mailbox = `${host}/someone/mailbox:v1.2.3@${sha256(manifests['someone/mailbox:v1.2.3']!)}`;
  expect(after[1]).toBe(composeFile().replace(`${host}/someone/mailbox:v1.2.3`, mailbox));
  expect(tokens.sort()).toEqual(['repository:library/node:pull', 'repository:someone/mailbox:pull']);
});

it('replaces old digests, and changes nothing the second time', async () => {
  const old = composeFile().replace('v1.2.3', `v1.2.3@sha256:${'0'.repeat(64)}`);
  const first = await pin({ 'compose.yml': old });
  expect(first.after[0]).not.toContain('0000');
  folder = mkdtempSync(join(tmpdir(), 'deckle-images-'));
  expect((await pin({ 'compose.yml': first.after[0]! })).after).toEqual(first.after);
});

it("writes nothing if one tag doesn't exist", async () => {
  const { code, output, after } = await pin({ Dockerfile: dockerfile(), 'compose.yml': composeFile('v9') });
  expect(code).toBe(1);
  expect(output).toContain(`${host}/someone/mailbox:v9: ${host} returned 404. Check the tag.`);
  expect(output).toContain('Nothing was written.');
  expect(after).toEqual([dockerfile(), composeFile('v9')]);
});

it("writes nothing if the received bytes don't match the registry's digest", async () => {
  hasWrongDigest = true;
  const { code, output, after } = await pin({ 'compose.yml': composeFile() });
  expect([code, after]).toEqual([1, [composeFile()]]);
  expect(output).toContain('doesn’t match the registry’s digest');
});

it("names a registry that can't be reached", async () => {
  const text = 'FROM 127.0.0.1:9/a/b:1.0\n';
  const { code, output, after } = await pin({ Dockerfile: text });
  expect([code, after]).toEqual([1, [text]]);
  expect(output).toContain('127.0.0.1:9/a/b:1.0: the request to 127.0.0.1:9 failed');
});

it('finds every image of the project, with its complete version', () => {
  const images = ['docker-compose.yml', 'Dockerfile', 'docker/patroni/Dockerfile'].flatMap((file) =>
    imagesIn(readFileSync(file, 'utf8')),
  );
  expect(images.map((image) => image.split(':')[0])).toEqual([
    'postgres',
    'axllent/mailpit',
    'edoburu/pgbouncer',
    'caddy',
    'quay.io/coreos/etcd',
    'haproxy',
    'node',
    'debian',
  ]);
  for (const image of images)
    expect(image).toMatch(/^((postgres|debian):\d+\.\d+(-slim)?|[\w./]+:v?\d+\.\d+\.\d+(-[\w-]+)?)$/);
});
