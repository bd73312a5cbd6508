// npm start: installs what is missing, builds what is stale, and hands over to the pinned Node. Plain JavaScript, so that the
// system's own Node (20 or newer) can run it.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build, install, node } from './prepare.mjs';

install();
build();
// Memory before speed: the young generation stays at 16 MB, it would grow to 128 MB for a twentieth of a list's rate; and the old one is
// collected when it has grown by a third, not when it is four times what lives. The image's CMD names the same flags.
const flags = JSON.parse(readFileSync(new URL('node-flags.json', import.meta.url), 'utf8'));
// Node keeps what it made of the sources, so that only the first start takes the types out and compiles.
const NODE_COMPILE_CACHE = resolve(process.env.DECKLE_DATA_DIR || '.data', 'compiled');
const server = spawn(node, [...flags, 'server/index.ts'], {
  stdio: 'inherit',
  env: { NODE_COMPILE_CACHE, ...process.env, NODE_ENV: 'production' },
});
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));

const stop = (signal) => server.kill(signal);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop(signal));
// npm does not always pass a signal on before it ends; without it nobody could stop the server by the process they started.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && stop('SIGTERM'), 500).unref();
