/** Rules for new passwords, and password storage. */
import bcrypt from 'bcrypt';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { as, createPartner, createStaff, credentialsOf, PASSWORD, visitor } from '#server/testing/factories.ts';
import { BCRYPT_ROUNDS, hashing, hashPassword, isPassword, passwordProblems } from './passwords.ts';

beforeEach(() => {
  hashing.rounds = BCRYPT_ROUNDS;
});

const TOO_SHORT = 'is too short (minimum is 8 characters)';
const TOO_LONG = 'is too long (maximum is 256 characters)';
const COMMON = 'is one of the most common passwords; please choose another';
const PERSONAL = 'contains little more than your name, your address, or the name of this site; please choose another';

const ADA = { role: 'partner', name: 'Ada Quill-Márquez', email: 'ada.q@inkwell.example' } as const;
const problemsOf = (password: string, confirmation: string | undefined = password) =>
  passwordProblems(password, confirmation, ADA);

describe('a new password', () => {
  it.each([
    ['of eight characters', 'k7-quoll'],
    ['of 256 characters', 'ink and paper '.repeat(19).slice(0, 256)],
    ['of 64 characters in another script', 'Вечерний туман над старой гаванью, и колокол зовёт домой рыбаков'],
    ['of Chinese characters', '雨过天晴云破处者般颜色作将来'],
    ['with spaces', 'a long enough passphrase'],
    ['that merely contains a common one', 'password of the harbor'],
    ['that merely contains the name', 'ada keeps seven lighthouses'],
    ['of a common word among many digits', 'dragon8471930265'],
  ])('accepts one %s', async (_, password) => {
    expect(await problemsOf(password)).toEqual({});
  });

  it.each([
    ['nothing', '', ["can't be blank"]],
    ['eight spaces', '        ', ["can't be blank"]],
    ['seven characters', 'k7-quol', [TOO_SHORT]],
    ['four characters of two units each', '😀😁😂🤣', [TOO_SHORT]],
    ['257 characters', 'ink and paper '.repeat(19).slice(0, 257), [TOO_LONG]],
    [
      'text with a character that cannot be stored',
      'quoll\0and ink',
      ['contains characters that we can’t store; please remove them'],
    ],
  ])('refuses one that is %s', async (_, password, problems) => {
    expect(await problemsOf(password)).toEqual({ password: problems });
  });

  it.each([
    ...['password', 'PassWord', '12345678', '1234567891', 'iloveyou1', 'letmein123', 'qwerty1234', 'p@ssw0rd'],
    // Common passwords with digits and signs around them, repeated, or in full-width letters.
    ...['password!', 'Password1!', '123dragon!', 'sunshine2026!', 'dragondragon', 'MonkeyMonkey7', 'ｐａｓｓｗｏｒｄ'],
    ...['abcdefgh', 'ABCDEFGH1', '87654321', 'aaaaaaaaaaaa', 'zyxwvuts'],
  ])('refuses %s, which attackers try first', async (password) => {
    expect(await problemsOf(password)).toEqual({ password: [COMMON] });
  });

  it.each([
    ...['deckle123', 'deckledeckle', 'Deckle2026!!', 'deckle-deckle-1'],
    ...['AdaQuill1', 'quill.ada', 'Ada Quill-Márquez', 'adaadaada!', 'Márquez99'],
    ...['ada.q@inkwell.example', 'ADA.Q@INKWELL.EXAMPLE', 'inkwell1', 'deckle-ada-1'],
  ])('refuses %s, which consists of known facts', async (password) => {
    expect(await problemsOf(password)).toEqual({ password: [PERSONAL] });
  });

  it('must match its confirmation if one is sent', async () => {
    expect(await problemsOf('k7-quoll', 'k7-Quoll')).toEqual({ password_confirmation: ["doesn't match Password"] });
    expect(await problemsOf('k7-quoll', '')).toEqual({ password_confirmation: ["doesn't match Password"] });
    expect(await passwordProblems('k7-quoll', undefined, ADA)).toEqual({});
  });

  it('reports problems of both fields', async () => {
    expect(await problemsOf('short', 'other')).toEqual({
      password: [TOO_SHORT],
      password_confirmation: ["doesn't match Password"],
    });
  });

  it('must have at least fifteen characters for staff', async () => {
    const staff = { role: 'user' } as const;
    expect(await passwordProblems('fourteen chars', undefined, staff)).toEqual({
      password: ['is too short (minimum is 15 characters)'],
    });
    expect(await passwordProblems('fifteen of them', undefined, staff)).toEqual({});
  });

  it('is compared with more than ten thousand common ones', async () => {
    const { default: list } = await import('@zxcvbn-ts/language-common/src/passwords.json');
    expect(list.filter((common) => common.length >= 8).length).toBeGreaterThan(10_000);
  });
});

describe('a stored password', () => {
  it('is matched by the same password only', async () => {
    const hash = await hashPassword('a long enough passphrase');
    expect(await isPassword('a long enough passphrase', hash)).toBe(true);
    expect(await isPassword('a long enough Passphrase', hash)).toBe(false);
    expect(await isPassword('', hash)).toBe(false);
  });

  it('is hashed with bcrypt of at least ten rounds, differently each time', async () => {
    const [one, two] = await Promise.all([hashPassword('k7-quill'), hashPassword('k7-quill')]);
    expect(one).toMatch(/^\$bcrypt-sha384\$2b\$1\d\$/);
    expect(one).not.toBe(two);
  });

  it('never matches the placeholder used for unknown accounts', async () => {
    expect(await isPassword('nobody has this password', undefined)).toBe(false);
    expect(await isPassword('a long enough passphrase', undefined)).toBe(false);
  });

  it('distinguishes even the last character of a long password', async () => {
    const long = 'ink and paper '.repeat(18);
    const hash = await hashPassword(`${long}x`);
    expect(await isPassword(`${long}x`, hash)).toBe(true);
    expect(await isPassword(`${long}y`, hash)).toBe(false);
  });

  it('is matched regardless of how a keyboard composes its letters', async () => {
    const hash = await hashPassword('caf\u00e9 au bord de l\u2019eau');
    expect(await isPassword('cafe\u0301 au bord de l\u2019eau', hash)).toBe(true);
  });

  it('in an older format is still accepted', async () => {
    const hash = await bcrypt.hash('a long enough passphrase', 4);
    expect(await isPassword('a long enough passphrase', hash)).toBe(true);
    expect(await isPassword('a long enough Passphrase', hash)).toBe(false);
  });
});

describe('a password over HTTP', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const WEAK = 'Deckle-deckle-1';
  const twice = (password: string) => ({ password, password_confirmation: password });

  it('is refused if it is weak: at sign-up, in account changes, and after a reset link', async () => {
    const account = { email: 'ida@marsh.example', name: 'Ida Marsh', ...twice(WEAK) };
    const refusals = [await visitor(server).post('/partner-auth').send(account).expect(422)];
    for (const role of ['partner', 'user'] as const) {
      const person = role === 'partner' ? await createPartner(server, { card: null }) : await createStaff(server);
      const change = { ...twice(WEAK), current_password: PASSWORD };
      refusals.push(await person.patch(`/${role}-auth`).send(change).expect(422));
      refusals.push(await person.patch(`/${role}-auth/password`).send(change).expect(422));
      const redirect_url = `${server.url}/${role}s/password/reset`;
      await visitor(server).post(`/${role}-auth/password`).send({ email: person.headers.uid, redirect_url });
      const [mail] = await server.emailsTo(person.headers.uid!);
      const opened = await fetch(/http\S+password\/edit\?\S+/.exec(mail!.text)![0], { redirect: 'manual' });
      const link = new URL(opened.headers.get('location')!).searchParams;
      const token = { 'access-token': link.get('token')!, client: link.get('client')!, uid: link.get('uid')! };
      const reset = as(server, { 'resource-type': role, ...token });
      refusals.push(await reset.patch(`/${role}-auth/password`).send(twice(WEAK)).expect(422));
    }
    expect(refusals.map(({ body }) => body.errors.password)).toEqual(Array(7).fill([PERSONAL]));
  });

  it("can't consist of the new name sent with it", async () => {
    const partner = await createPartner(server, { card: null });
    const change = { name: 'Wren Holloway', ...twice('wrenholloway1'), current_password: PASSWORD };
    const { body } = await partner.patch('/partner-auth').send(change).expect(422);
    expect(body.errors.password).toEqual([PERSONAL]);
  });

  it.each(['partner', 'user'] as const)('of a %s in an older format is rehashed at sign-in', async (role) => {
    const person = role === 'partner' ? await createPartner(server, { card: null }) : await createStaff(server);
    const where = { id: person.id };
    const { db } = server.deps;
    const old = await bcrypt.hash(PASSWORD, 4);
    const store = { where, data: { encrypted_password: old } };
    await (role === 'partner' ? db.partner.update(store) : db.user.update(store));
    const stored = async () =>
      (await (role === 'partner' ? db.partner.findUniqueOrThrow({ where }) : db.user.findUniqueOrThrow({ where })))
        .encrypted_password;
    const signIn = (password: string) =>
      visitor(server).post(`/${role}-auth/sign_in`).send({ email: person.headers.uid, password });
    await signIn('a wrong passphrase').expect(401);
    expect(await stored()).toBe(old);
    await signIn(PASSWORD).expect(200);
    const fresh = await stored();
    expect(fresh).toMatch(/^\$bcrypt-sha384\$2b\$10\$/);
    await signIn(PASSWORD).expect(200);
    expect(await stored()).toBe(fresh);
    await (role === 'partner' ? db.partner.update(store) : db.user.update(store));
    await Promise.all([1, 2, 3].map(() => signIn(PASSWORD).expect(200)));
  });

  it('keeps the calendar address when it is rehashed, but not when it is changed', async () => {
    const partner = await createPartner(server, { card: null });
    const data = { encrypted_password: await bcrypt.hash(PASSWORD, 4) };
    await server.deps.db.partner.update({ where: { id: partner.id }, data });
    const { body } = await partner.get('/promotions/calendar').expect(200);
    const read = async () => (await fetch(body.calendar.url)).status;
    const res = await visitor(server).post('/partner-auth/sign_in').send({ email: partner.email, password: PASSWORD });
    expect(await read()).toBe(200);
    const change = { ...twice('quite another passphrase'), current_password: PASSWORD };
    await as(server, credentialsOf(res, 'partner')).patch('/partner-auth/password').send(change).expect(200);
    expect(await read()).toBe(404);
  });
});
