/** Lazy loading: packages that only some requests and jobs need would cost time and memory at startup. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const LAZY_PACKAGES =
  `stripe openai pg-boss sharp multer pdfkit ics otplib mailparser markdown-it sanitize-html zod-openapi react react-dom
  react-email nodemailer read-excel-file hyparquet-writer @prisma/schema-engine-wasm`.split(/\s+/);

/** Script that lists every package that index.ts loads at first. */
const LIST_PACKAGES = `
  import { registerHooks } from 'node:module';
  const names = new Set();
  registerHooks({ load: (url, context, next) => (names.add(/.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]), next(url, context)) });
  for (const part of ['app', 'deps', 'jobs', 'schedule', 'web/web']) await import('./server/' + part + '.ts');
  console.log([...names].join(' '));
  process.exit();`;

it("doesn't load packages that a start doesn't need", () => {
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module'];
  const loaded = execFileSync(process.execPath, [...flags, '-e', LIST_PACKAGES], { encoding: 'utf8' }).split(/\s+/);
  expect(loaded).toContain('express');
  expect(loaded.filter((name) => LAZY_PACKAGES.includes(name))).toEqual([]);
});
