// npm run user:create -- --email nora@example.com --name "Nora Whitlock" --role admin
// Makes a staff account in the database of DATABASE_URL. The password is read from STDIN, at least 15 characters.
import { parseArgs } from 'node:util';
import { hashPassword, passwordProblems } from '#server/auth/passwords.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database.ts';

const { values } = parseArgs({
  options: { email: { type: 'string' }, name: { type: 'string' }, role: { type: 'string', default: 'editor' } },
});
if (!values.email || !values.name || !['admin', 'editor'].includes(values.role)) {
  fail('npm run user:create -- --email ADDRESS --name NAME [--role admin|editor]\nThe password is read from STDIN.');
}
const { DATABASE_URL } = readConfig();
if (!DATABASE_URL) fail('Set DATABASE_URL: the demo already has its staff.');

const password = (await readAll()).replace(/\r?\n$/, '');
const problems = Object.values(passwordProblems(password, undefined, 'user')).flat();
if (problems.length) fail(`The password ${problems.join(', ')}.`);

const { db, pool } = openDatabase(DATABASE_URL!);
const uid = values.email!.trim().toLowerCase();
const role = values.role as 'admin' | 'editor';
await db.user.create({ data: { uid, name: values.name!, role, encrypted_password: await hashPassword(password) } });
await db.$disconnect();
if (!pool.ended) await pool.end();
console.log(`${uid} can sign in at /users/sign-in.`);

async function readAll() {
  if (process.stdin.isTTY) process.stderr.write('Password: ');
  let text = '';
  for await (const chunk of process.stdin) {
    text += chunk;
    if (process.stdin.isTTY && text.includes('\n')) break;
  }
  return text;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
