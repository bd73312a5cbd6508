import { describe, expect, it } from 'vitest';
import type { Config } from '#server/platform/config.ts';
import { checkAiModel } from './ai.ts';

const check = (config: object, day: string) =>
  checkAiModel(
    { OPENAI_API_KEY: 'sk', OPENAI_MODEL: 'gpt-4.1-mini', ...config } as Config,
    new Date(`${day}T12:00:00Z`),
  );

describe('the doctor’s check of the model', () => {
  it('notes a retirement of the model within 90 days, and fails from the day of the retirement', () => {
    expect([check({}, '2026-10-15').verdict, check({}, '2026-10-16').verdict]).toEqual(['good', 'note']);
    expect(check({}, '2026-11-23').message).toBe(
      'gpt-4.1-mini will be retired on 2027-01-14, in 52 days. Set OPENAI_MODEL to its successor.',
    );
    expect(check({}, '2027-01-14').verdict).toBe('bad');
  });

  it('prefers the retirement date in the settings', () => {
    expect(check({ OPENAI_MODEL_RETIRES: '2026-11-01' }, '2026-11-23').verdict).toBe('bad');
    expect(check({ OPENAI_MODEL: 'home', OPENAI_MODEL_RETIRES: '2027-01-01' }, '2026-11-23').verdict).toBe('note');
  });

  it('notes a guessed price and a missing key', () => {
    expect(check({ OPENAI_MODEL: 'home' }, '2026-11-23').message).toMatch(/assumes a safe maximum/);
    const prices = { OPENAI_INPUT_CENTS_PER_MILLION: 50, OPENAI_OUTPUT_CENTS_PER_MILLION: 300 };
    expect(check({ OPENAI_MODEL: 'home', ...prices }, '2026-11-23').verdict).toBe('good');
    expect(check({ OPENAI_MODEL: 'gpt-6-luna' }, '2026-11-23').verdict).toBe('good');
    expect(check({ OPENAI_API_KEY: undefined }, '2026-11-23').verdict).toBe('note');
  });
});
