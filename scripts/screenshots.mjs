// npm run screenshots                       every screen but /dev/ui with demo data, in .cache/screenshots/index.html
// npm run screenshots -- /partners/billing  only paths that contain this
// Uses its own server and database. Plain JavaScript, because Vite reads the route table (.tsx) for it.
import { runnerImport } from 'vite';
import { build, install } from './prepare.mjs';

install();
build();
await runnerImport('./tests/browser/screenshots.ts', { logLevel: 'error' });
