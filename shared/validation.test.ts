import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fieldErrorsOf, installZodMessages } from './validation.ts';

beforeAll(() => installZodMessages());

const errorsOf = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value);
  return error ? fieldErrorsOf(error) : null;
};

describe('the message for', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['a missing value', z.string(), undefined, "can't be blank"],
    ['null', z.int(), null, "can't be blank"],
    ['a number for text', z.string(), 5, 'must be text'],
    ['text for a number', z.number(), 'five', 'must be a number'],
    ['a fraction', z.int(), 1.5, 'must be a whole number'],
    ['text for a switch', z.boolean(), 'yes', 'must be true or false'],
    ['text for a list', z.array(z.string()), 'a', 'must be a list'],
    ['text for an object', z.object({}), 'a', 'must be an object'],
    ['an empty text', z.string().min(1), '', "can't be blank"],
    ['a short text', z.string().min(50), 'short', 'is too short (at least 50 characters)'],
    ['a long text', z.string().max(3), 'long', 'is too long (at most 3 characters)'],
    ['a short list', z.array(z.int()).min(1), [], 'needs at least 1'],
    ['a long list', z.array(z.int()).max(1), [1, 2], 'has too many items (at most 1)'],
    ['a small number', z.int().min(1), 0, 'must be at least 1'],
    ['a large number', z.int().max(100), 101, 'must be at most 100'],
    ['a missing choice', z.enum(['daily', 'weekly']), undefined, "can't be blank"],
    ['an unknown choice', z.enum(['daily', 'weekly']), 'hourly', 'must be one of: daily, weekly'],
    ['an invalid email address', z.email(), 'nobody', 'isn’t a valid email address'],
    ['an invalid web address', z.url(), 'nowhere', 'isn’t a valid web address'],
    ['text that doesn’t match a pattern', z.string().regex(/^a/), 'b', 'isn’t a valid value'],
    ['a number that isn’t a multiple', z.int().multipleOf(5), 7, 'must be a multiple of 5'],
    [
      'unknown keys inside a field',
      z.object({ a: z.strictObject({}) }),
      { a: { b: 1, c: 2 } },
      'includes unknown parameters: b, c',
    ],
    ['a custom message', z.string().regex(/^a/, 'is not an id'), 'b', 'is not an id'],
  ])('%s', (_, schema, value, message) => {
    const isForm = schema instanceof z.ZodObject && typeof value === 'object';
    const errors = isForm ? errorsOf(schema, value) : errorsOf(z.object({ field: schema }), { field: value });
    expect(errors).toEqual({ [isForm ? 'a' : 'field']: [message] });
  });
});

describe('errors by field', () => {
  const Form = z.strictObject({ title: z.string(), tags: z.array(z.string().max(3)) });

  it('report several fields together', () => {
    expect(errorsOf(Form, {})).toEqual({ title: ["can't be blank"], tags: ["can't be blank"] });
  });

  it('report several problems in one list', () => {
    expect(errorsOf(Form, { title: 'a', tags: ['long', 'ok', 'longer'] })).toEqual({
      tags: ['is too long (at most 3 characters)', 'is too long (at most 3 characters)'],
    });
  });

  it('report an unknown parameter as its own field', () => {
    expect(errorsOf(Form, { title: 'a', tags: [], colour: 'red', size: 1 })).toEqual({
      colour: ['is not a known parameter'],
      size: ['is not a known parameter'],
    });
  });

  it('report a body of the wrong type under base', () => {
    expect(errorsOf(Form, 'text')).toEqual({ base: ['must be an object'] });
  });

  it('are missing for a valid form', () => {
    expect(errorsOf(Form, { title: 'a', tags: [] })).toBeNull();
  });
});
