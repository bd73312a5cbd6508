// npm run dev: the demo on http://localhost:3000 with hot reload of screens and emails; server changes restart it.
// Plain JavaScript, so that the system's own Node (20 or newer) can run it.
import { spawn } from 'node:child_process';
import { install, node } from './prepare.mjs';

install();
const flags = [
  '--disable-warning=ExperimentalWarning',
  '--watch',
  '--watch-preserve-output',
  '--watch-kill-signal=SIGUSR2',
];
const server = spawn(node, [...flags, 'server/index.ts'], {
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'development' },
});
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => server.kill(signal));
