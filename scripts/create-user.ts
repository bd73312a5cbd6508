// npm run user:create -- --email nora@example.com --name "Nora Whitlock" --role admin
// Creates a staff account in the database of DATABASE_URL. Asks for the password, or reads it from a pipe: at least
// 15 characters.
import { hashPassword, passwordProblems } from '#server/auth/passwords.ts';
import { isUniqueViolation } from '#server/platform/database-errors.ts';
import { Email } from '#shared/params.ts';
import { fail, readPassword, textOptions } from './command-line.ts';
import { openInstallation } from './installation.ts';

const USAGE =
  'npm run user:create -- --email ADDRESS --name NAME [--role admin|editor]\nIt asks for the password, or reads it from STDIN.';
const { email = '', name = '', role = 'editor' } = textOptions(['email', 'name', 'role'], USAGE);
if (!name || (role !== 'admin' && role !== 'editor')) fail(USAGE);
const uid = Email.safeParse(email.toLowerCase()).data ?? fail(USAGE);
const { db, pool } = await openInstallation();
const password = await readPassword();
const problems = Object.values(await passwordProblems(password, undefined, { role: 'user', name, email: uid })).flat();
if (problems.length) fail(`The password ${problems.join(', ')}.`);

await db.user.create({ data: { uid, name, role, encrypted_password: await hashPassword(password) } }).catch((error) => {
  if (isUniqueViolation(error)) fail(`${uid} already has an account.`);
  throw error;
});
await db.$disconnect();
if (!pool.ended) await pool.end();
console.log(`${uid} can sign in at /users/sign-in.`);
