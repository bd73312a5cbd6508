/** The audit log's lines have a verb for each action that the server records. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { verbText } from '#client/features/admin/labels.ts';
import { REGISTRY } from '#server/admin/registry.ts';

it('has a verb for each audited action', () => {
  const sources = globSync('server/**/*.ts', { exclude: ['**/*.test.ts', 'server/testing/**'] })
    .map((file) => readFileSync(file, 'utf8'))
    .filter((source) => /\baudit(By|Staff)?\(/.test(source));
  const written = sources.flatMap((source) => [...source.matchAll(/action: '([\w.]+)'/g)].map(([, name]) => name!));
  const ofAdminPanel = REGISTRY.flatMap(({ actions = [] }) => actions.map(({ name }) => name));
  expect(written.length).toBeGreaterThan(20);
  expect(ofAdminPanel.length).toBeGreaterThan(10);
  const actions = [...new Set([...written, ...ofAdminPanel])];
  expect(actions.filter((action) => verbText({ action }).startsWith('“'))).toEqual([]);
});
