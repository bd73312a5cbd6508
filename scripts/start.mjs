// npm start: installs what is missing, builds what is stale, and hands over to the pinned Node. Plain JavaScript, so that the
// system's own Node (20 or newer) can run it.
import { spawn } from 'node:child_process';
import { build, install, node } from './prepare.mjs';

install();
build();
const server = spawn(node, ['--disable-warning=ExperimentalWarning', 'server/index.ts'], {
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'production' },
});
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));

const stop = (signal) => server.kill(signal);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop(signal));
// npm does not always pass a signal on before it ends; without it nobody could stop the server by the process they started.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && stop('SIGTERM'), 500).unref();
