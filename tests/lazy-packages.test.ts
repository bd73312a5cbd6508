/**
 * Lazy loading: these packages would delay the first response, and most take memory that only some requests and jobs
 * need.
 */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const LAZY_PACKAGES =
  `stripe openai pg-boss sharp multer pdfkit ics otplib mailparser markdown-it sanitize-html zod-openapi react react-dom
  react-email nodemailer read-excel-file hyparquet-writer @prisma/schema-engine-wasm`.split(/\s+/);

/** Script that lists the packages that the server's main modules import. */
const LIST_PACKAGES = `
  import { registerHooks } from 'node:module';
  const names = new Set();
  registerHooks({ load: (url, context, next) => (names.add(/.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]), next(url, context)) });
  for (const part of ['app', 'deps', 'jobs', 'schedule', 'web/web']) await import('./server/' + part + '.ts');
  console.log([...names].join(' '));
  process.exit();`;

it("doesn't load heavy packages with the server's main modules", () => {
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module'];
  const loaded = execFileSync(process.execPath, [...flags, '-e', LIST_PACKAGES], { encoding: 'utf8' }).split(/\s+/);
  expect(loaded).toContain('express');
  expect(loaded.filter((name) => LAZY_PACKAGES.includes(name))).toEqual([]);
});
