/** The audit log has a verb for each action that the server records, and words for each kind of record. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { REGISTRY } from '#server/admin/registry.ts';
import { actionsOf } from '#server/promotions/state.ts';
import { ENTITY_WORDS, verbText } from '#shared/audit-words.ts';

const sources = globSync('server/**/*.ts', { exclude: ['**/*.test.ts', 'server/testing/**'] })
  .map((file) => readFileSync(file, 'utf8'))
  .filter((source) => /\baudit(By|Staff)?\(/.test(source));

it('has a verb for each audited action', () => {
  const written = sources.flatMap((source) => [...source.matchAll(/action: '([\w.]+)'/g)].map(([, name]) => name!));
  const ofAdminPanel = REGISTRY.flatMap(({ actions = [] }) => actions.map(({ name }) => name));
  expect(written.length).toBeGreaterThan(20);
  expect(ofAdminPanel.length).toBeGreaterThan(10);
  const onPromotions = actionsOf('user');
  expect(onPromotions.length).toBeGreaterThan(10);
  const actions = [...new Set([...written, ...ofAdminPanel, ...onPromotions])];
  expect(actions.filter((action) => verbText({ action }).startsWith('“'))).toEqual([]);
});

it('has words for each kind of audited record', () => {
  const written = sources.flatMap((source) => [...source.matchAll(/entity: '(\w+)'/g)].map(([, name]) => name!));
  const ofAdminPanel = REGISTRY.filter(
    ({ create, actions = [], fields }) =>
      create || actions.length || Object.values(fields).some((field) => field?.edit),
  ).map(({ singular }) => singular);
  expect([...written, ...ofAdminPanel].filter((name) => !(name in ENTITY_WORDS))).toEqual([]);
});
