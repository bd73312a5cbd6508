import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { allScreens, areaOf } from './areas.ts';

const SCREENS = await allScreens();

it('names the source file of each screen, by which the server finds its script', () => {
  expect(SCREENS.map(({ src }) => src).filter((src) => !existsSync(new URL(`../../${src}`, import.meta.url)))).toEqual(
    [],
  );
});

it('imports each screen from the file it names', { timeout: 90_000 }, async () => {
  const wrong: string[] = [];
  for (const { path, src, screen } of SCREENS) {
    const component = await screen();
    const module = (await import(/* @vite-ignore */ new URL(`../../${src}`, import.meta.url).href)) as object;
    if (!component || !Object.values(module).includes(component)) wrong.push(path);
  }
  expect(wrong).toEqual([]);
});

it('names the screen where a file has several', async () => {
  for (const { src, screen } of SCREENS) {
    const sharing = SCREENS.filter((other) => other.src === src);
    const components = await Promise.all(sharing.map((other) => other.screen()));
    expect(new Set(components).size).toBe(sharing.length);
    expect(await screen()).toBeTypeOf('function');
  }
});

it('has a single screen in each file that only one row names', async () => {
  const sources = SCREENS.map(({ src }) => src);
  for (const src of sources.filter((one) => sources.indexOf(one) === sources.lastIndexOf(one))) {
    const module = (await import(/* @vite-ignore */ new URL(`../../${src}`, import.meta.url).href)) as object;
    expect([src, Object.keys(module).filter((name) => name.endsWith('Screen')).length]).toEqual([src, 1]);
  }
});

it('has each path once', () => {
  const paths = SCREENS.map(({ path }) => path);
  expect(paths.filter((path, position) => paths.indexOf(path) !== position)).toEqual([]);
});

it('puts what only partners and staff see behind their sessions', () => {
  const open = ['/partners/sign-in', '/partners/sign-up', '/users/sign-in', '/partners', '/u/users/sign_in'];
  const isPrivate = (path: string) => /^\/(partners|users|u)(\/|$)/.test(path) && !open.includes(path);
  const loose = SCREENS.filter(({ path, access }) => isPrivate(path) && access !== 'partner' && access !== 'user');
  expect(loose.map(({ path }) => path)).toEqual([
    '/partners/password/forgot',
    '/partners/password/reset',
    '/partners/verify-email',
    '/partners/unsubscribe-reminder-email',
    '/partners/unsubscribe-recapture-email',
    '/users/password/forgot',
    '/users/password/reset',
  ]);
});

it('finds each screen in the area of its address', async () => {
  const lost: string[] = [];
  for (const screen of SCREENS) {
    const near = await areaOf(screen.path)?.screens();
    if (!near?.some(({ path }) => path === screen.path)) lost.push(screen.path);
  }
  expect(lost).toEqual([]);
  expect(areaOf('/no-such-page')).toBeUndefined();
});

it('names the source file of each area', () => {
  const sources = new Set(SCREENS.map(({ path }) => areaOf(path)!.src));
  expect([...sources].filter((src) => !existsSync(new URL(`../../${src}`, import.meta.url)))).toEqual([]);
});
