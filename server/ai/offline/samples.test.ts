import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { AI_INPUTS } from '#shared/ai.ts';
import { refusalOf } from './refusals.ts';
import { allSamples, examplesText, samplesText } from './samples.ts';

it('docs/ai-samples.md matches the output of `npm run ai:samples`', () => {
  expect(readFileSync('docs/ai-samples.md', 'utf8')).toBe(samplesText());
});

it('docs/ai-samples-scores.md scores the current samples', () => {
  const hash = createHash('sha256').update(readFileSync('docs/ai-samples.md')).digest('hex').slice(0, 16);
  const scores = readFileSync('docs/ai-samples-scores.md', 'utf8');
  expect(scores).toContain(`SHA-256 \`${hash}…\``);
  const lines = new Set(
    samplesText()
      .split('\n')
      .map((line) => line.trim()),
  );
  const [, listed] = scores.split('## Lines scored as not usable');
  for (const [, line] of listed!.matchAll(/^- (.+)$/gm)) expect(lines).toContain(line);
});

it('the worked examples on the pages are real output of the tools', () => {
  const shown = JSON.parse(readFileSync('client/features/ai/public/examples.json', 'utf8'));
  expect(shown).toEqual(JSON.parse(examplesText()));
});

it('covers 12 genres, 4 tools, and 5 inputs, and refuses none', () => {
  const samples = allSamples();
  expect(samples).toHaveLength(240);
  for (const { tool, input } of samples) expect(refusalOf(tool, AI_INPUTS[tool].parse(input))).toBeNull();
});
