// npm run screenshots                       every screen with the demo's contents, in .cache/screenshots/index.html
// npm run screenshots -- /partners/billing  only addresses with these words in them
// On a server and database of its own. Plain JavaScript, because Vite reads the route table (.tsx) for it.
import { runnerImport } from 'vite';
import { build, install } from './prepare.mjs';

install();
build();
await runnerImport('./tests/browser/screenshots.ts', { logLevel: 'error' });
