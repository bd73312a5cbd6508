import type { Document } from './document.ts';

const STRIPE = {
  script: ' https://js.stripe.com',
  frame: "frame-src 'self' https://js.stripe.com https://hooks.stripe.com; ",
  connect: ' https://api.stripe.com',
};
const NONE = { script: '', frame: "frame-src 'self'; ", connect: '' };

/**
 * Content-Security-Policy of an HTML page: no inline script except its own, by hash. The nonce allows styles only.
 * `allowsStripe` allows the Payment Element from Stripe's hosts.
 */
export function contentSecurityPolicy({ styleNonce, scriptHash }: Omit<Document, 'bytes'>, allowsStripe: boolean) {
  const { script, frame, connect } = allowsStripe ? STRIPE : NONE;
  return [
    "default-src 'self'; ",
    `script-src 'self' 'sha256-${scriptHash}'${script}; `,
    `style-src 'self' 'nonce-${styleNonce}'; style-src-attr 'unsafe-inline'; `,
    "img-src 'self' data: blob:; font-src 'self'; ",
    `connect-src 'self'${connect}; `,
    frame,
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
  ].join('');
}
