/** The wire of devise_token_auth (design 2-api, the auth table), for partners and users alike. */
import * as z from 'zod';
import { Email, Id, optionalText, optionalUrl, requiredText, text } from './params.ts';

export const ROLES = ['partner', 'user'] as const;
export type Role = (typeof ROLES)[number];

/** The credentials that travel in headers and that the browser keeps in the cookie named after the role. */
export type Credentials = { 'access-token': string; client: string; uid: string };

/** Sign-in accepts anything that is text: what is wrong is simply not a valid login. */
export const SignIn = z.object({ email: z.string().max(1000), password: z.string().max(1000) });

/** Asks for a link to a new password. */
export const PasswordForgotten = z.object({ email: z.string(), redirect_url: z.string() });
export const ResetLinkQuery = z.object({ reset_password_token: z.string(), redirect_url: z.string() });
/** With a session the password until now goes along; with the token of the mail it does not. */
export const PasswordInput = z.object({
  password: z.string(),
  password_confirmation: z.string(),
  current_password: z.string().optional(),
});

const password = z.string();
export const SignUp = z.object({
  email: Email,
  password,
  password_confirmation: password.optional(),
  name: text(100, 1),
  partner_type: z.enum(['author', 'publisher']).default('author'),
  website: optionalUrl,
  country: optionalText(2),
  subscribe_me: z.boolean().default(false),
  referrer_id: z.union([z.string().max(40), z.number()]).nullish(),
  utm_source: optionalText(100),
});
export type SignUp = z.infer<typeof SignUp>;

export const AccountUpdate = z.object({
  email: Email.optional(),
  current_password: z.string().max(1000).optional(),
  /** The code of staff with a second factor, beside the current password. */
  otp: z.string().max(100).optional(),
  password: password.optional(),
  password_confirmation: password.optional(),
  name: text(100, 1).optional(),
  partner_type: z.enum(['author', 'publisher']).optional(),
  website: optionalUrl,
  country: optionalText(2),
  subscribe_me: z.boolean().optional(),
  reminder_emails: z.boolean().optional(),
  recapture_emails: z.boolean().optional(),
});
export type AccountUpdate = z.infer<typeof AccountUpdate>;

const Account = z.object({
  id: Id,
  provider: z.literal('email'),
  uid: z.string(),
  email: z.string(),
  name: z.string(),
});

export const CurrentPartner = Account.extend({
  partner_type: z.enum(['author', 'publisher']),
  website: z.string().nullable(),
  country: z.string().nullable(),
  subscribe_me: z.boolean(),
  referral_code: z.string(),
  credit_cents: z.int(),
  reminder_emails: z.boolean(),
  recapture_emails: z.boolean(),
});
export type CurrentPartner = z.infer<typeof CurrentPartner>;

export const CurrentUser = Account.extend({ role: z.enum(['admin', 'editor']) });
export type CurrentUser = z.infer<typeof CurrentUser>;

export const AuthAnswer = <T extends z.ZodType>(record: T) => z.object({ data: record });

/** What the shell asks first: the business clock, the sandbox, the AI mode. */
export const Session = z.object({
  business_date: z.string(),
  next_cutoff_at: z.string(),
  now: z.string(),
  demo: z.boolean(),
  /** Stands above every page. */
  demo_notice: z.string().nullable(),
  support_email: z.string(),
  stripe: z.object({ mode: z.enum(['sandbox', 'test', 'live']), publishable_key: z.string().nullable() }),
  ai: z.object({ mode: z.enum(['live', 'offline']) }),
});
export type Session = z.infer<typeof Session>;

/** The link at the end of a reminder or recapture mail. */
export const PartnerUnsubscription = z.object({ kind: z.enum(['reminder', 'recapture']), token: requiredText(200) });
