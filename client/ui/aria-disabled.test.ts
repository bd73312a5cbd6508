import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const DISABLED =
  /<(input|button|select|textarea|Check|Field|TextField|SelectField|NumberField|CentsField)\b(=>|[^>])*\sdisabled\b/;

it('disables controls with aria-disabled only, because a disabled control loses the focus', async () => {
  const files = (await readdir('client', { recursive: true })).filter((file) => /\.tsx$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  const texts = await Promise.all(files.map((file) => readFile(join('client', file), 'utf8')));
  expect(files.filter((_file, index) => DISABLED.test(texts[index]!))).toEqual([]);
});
