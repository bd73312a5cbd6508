// npm run ai:samples writes docs/ai-samples.md (suggestions of the AI tools without a key) and the worked examples of
// their pages
import { writeFileSync } from 'node:fs';
import { examplesText, samplesText } from '#server/ai/offline/samples.ts';

writeFileSync('docs/ai-samples.md', samplesText());
writeFileSync('client/features/ai/public/examples.json', examplesText());
console.log('docs/ai-samples.md and client/features/ai/public/examples.json are up to date.');
