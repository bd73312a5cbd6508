import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { areaOf, loadAllScreens } from './areas.ts';

const SCREENS = await loadAllScreens();

it('names an existing source file for each screen', () => {
  expect(SCREENS.map(({ src }) => src).filter((src) => !existsSync(new URL(`../../${src}`, import.meta.url)))).toEqual(
    [],
  );
});

it('imports each screen from the file it names', { timeout: 90_000 }, async () => {
  const mismatched: string[] = [];
  for (const { path, src, screen } of SCREENS) {
    const component = await screen();
    const module = (await import(/* @vite-ignore */ new URL(`../../${src}`, import.meta.url).href)) as object;
    if (!component || !Object.values(module).includes(component)) mismatched.push(path);
  }
  expect(mismatched).toEqual([]);
});

it('names the screen if a file has several', async () => {
  for (const { src, screen } of SCREENS) {
    const sharing = SCREENS.filter((other) => other.src === src);
    const components = await Promise.all(sharing.map((other) => other.screen()));
    expect(new Set(components).size).toBe(sharing.length);
    expect(await screen()).toBeTypeOf('function');
  }
});

it('finds no second screen in a file that only one row names', async () => {
  const sources = SCREENS.map(({ src }) => src);
  for (const src of sources.filter((source) => sources.indexOf(source) === sources.lastIndexOf(source))) {
    const module = (await import(/* @vite-ignore */ new URL(`../../${src}`, import.meta.url).href)) as object;
    expect([src, Object.keys(module).filter((name) => name.endsWith('Screen')).length]).toEqual([src, 1]);
  }
});

it('contains each path once', () => {
  const paths = SCREENS.map(({ path }) => path);
  expect(paths.filter((path, position) => paths.indexOf(path) !== position)).toEqual([]);
});

it('requires a session for the screens of partners and staff, except the listed public ones', () => {
  const publicPaths = ['/partners/sign-in', '/partners/sign-up', '/users/sign-in', '/partners', '/u/users/sign_in'];
  const isPrivate = (path: string) => /^\/(partners|users|u)(\/|$)/.test(path) && !publicPaths.includes(path);
  const unprotected = SCREENS.filter(
    ({ path, access }) => isPrivate(path) && access !== 'partner' && access !== 'user',
  );
  expect(unprotected.map(({ path }) => path)).toEqual([
    '/partners/password/forgot',
    '/partners/password/reset',
    '/partners/verify-email',
    '/partners/unsubscribe-reminder-email',
    '/partners/unsubscribe-recapture-email',
    '/users/password/forgot',
    '/users/password/reset',
  ]);
});

it('finds each screen in the area of its path', async () => {
  const missing: string[] = [];
  for (const screen of SCREENS) {
    const screens = await areaOf(screen.path)?.loadScreens();
    if (!screens?.some(({ path }) => path === screen.path)) missing.push(screen.path);
  }
  expect(missing).toEqual([]);
  expect(areaOf('/no-such-page')).toBeUndefined();
});

it('names an existing source file for each area', () => {
  const sources = new Set(SCREENS.map(({ path }) => areaOf(path)!.src));
  expect([...sources].filter((src) => !existsSync(new URL(`../../${src}`, import.meta.url)))).toEqual([]);
});
