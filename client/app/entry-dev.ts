/** Entry of `npm run dev` instead of entry-browser.tsx: hot reload must be set up before the first component loads. */
import '@vitejs/plugin-react/preamble';

await import('./entry-browser.tsx');
