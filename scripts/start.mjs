// npm start: installs missing packages, rebuilds outdated files, and hands over to the pinned Node.
// Plain JavaScript, so that the system's own Node (20 or newer) can run it.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build, install, node } from './prepare.mjs';

install();
build();
// Memory over speed: the young generation stays at 16 MB (at 128 MB, books would be listed only 5% faster), and the old
// one is collected after growing by 30% instead of to four times the live data. The image's CMD has the same flags.
const flags = JSON.parse(readFileSync(new URL('node-flags.json', import.meta.url), 'utf8'));
// Node caches compiled sources, so that later starts strip types and compile only what has changed.
const NODE_COMPILE_CACHE = resolve(process.env.DECKLE_DATA_DIR || '.data', 'compiled');
const server = spawn(node, [...flags, 'server/index.ts'], {
  stdio: 'inherit',
  env: { NODE_COMPILE_CACHE, ...process.env, NODE_ENV: 'production' },
});
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));

const stop = (signal) => server.kill(signal);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop(signal));
// npm doesn't always pass on a signal before it exits, so the server also stops when this script's parent ends.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && stop('SIGTERM'), 500).unref();
