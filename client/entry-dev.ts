/** What `npm run dev` loads instead of entry-browser.tsx: components must find hot reload set up before the first of them. */
import '@vitejs/plugin-react/preamble';

await import('./entry-browser.tsx');
