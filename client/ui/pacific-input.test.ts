import { expect, it } from 'vitest';
import { fromPacificInput, toPacificInput } from './pacific-input.ts';

it('shows an instant in Vancouver time (UTC−7 all year)', () => {
  expect(toPacificInput('2026-11-21T18:00:00.000Z')).toBe('2026-11-21T11:00');
  expect(toPacificInput('2026-12-01T06:30:00.000Z')).toBe('2026-11-30T23:30');
  expect(toPacificInput('2026-07-01T17:00:00.000Z')).toBe('2026-07-01T10:00');
});

it('converts the shown time back to the same instant', () => {
  expect(fromPacificInput('2026-11-30T23:30')).toBe('2026-12-01T06:30:00.000Z');
});

it('reads an empty field as null, and keeps invalid text for validation', () => {
  expect(toPacificInput(null)).toBe('');
  expect(fromPacificInput('')).toBeNull();
  expect(fromPacificInput('soon')).toBe('soon');
});
