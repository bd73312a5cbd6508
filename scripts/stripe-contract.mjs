// npm run stripe:contract: checks the fake Stripe and, given a test mode key, the real Stripe against one contract.
//   STRIPE_SECRET_KEY=sk_test_… npm run stripe:contract
import { spawnSync } from 'node:child_process';

const key = process.env.STRIPE_SECRET_KEY ?? '';
const isTestKey = /^(sk|rk)_test_/.test(key) && !key.startsWith('sk_test_sandbox');
if (key && !isTestKey) {
  console.error('STRIPE_SECRET_KEY isn’t a Stripe test key (sk_test_…). No requests were made.');
  process.exit(1);
}
if (!key)
  console.log(
    'STRIPE_SECRET_KEY isn’t set, so Stripe’s test mode was skipped. Only the fake Stripe was checked against the contract.',
  );

const args = ['run', 'tests/fakes/stripe-contract.test.ts', '--reporter=verbose'];
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
  stdio: 'inherit',
  env: { ...process.env, STRIPE_CONTRACT_KEY: key, STRIPE_SECRET_KEY: '' },
});
process.exit(status ?? 1);
