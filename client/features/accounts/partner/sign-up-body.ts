import type { SignUp } from '#shared/auth.ts';

type FirstTouch = { referrer_id: string | null; utm_source: string | null };

/** The form's values as a request body, with the referrer and `utm_source` that the browser remembers. */
export const signUpBody = (values: FormData, { referrer_id, utm_source }: FirstTouch): SignUp => ({
  name: String(values.get('name')).trim(),
  email: String(values.get('email')).trim(),
  password: String(values.get('password')),
  password_confirmation: String(values.get('password_confirmation')),
  partner_type: values.get('partner_type') === 'publisher' ? 'publisher' : 'author',
  subscribe_me: values.has('subscribe_me'),
  ...(referrer_id ? { referrer_id } : {}),
  ...(utm_source ? { utm_source } : {}),
});
