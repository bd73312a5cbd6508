/**
 * Schemas of authentication for partners and users, in the format of devise_token_auth, and of the app shell's data,
 * email verification, and unsubscribing from partner emails.
 */
import * as z from 'zod';
import { AccountName, anyText, Email, Id, optionalLine, optionalUrl, requiredLine } from './params.ts';

export const ROLES = ['partner', 'user'] as const;
export type Role = (typeof ROLES)[number];

/** Credentials sent in headers and stored by the browser in the cookie named after the role. */
export type Credentials = { 'access-token': string; client: string; uid: string };

/** Sign-in accepts any text: an invalid value is a failed sign-in. */
export const SignIn = z.object({ email: z.string().max(1000), password: z.string().max(1000) });

/** Requests a link for a new password. */
export const PasswordResetRequest = z.object({ email: z.string(), redirect_url: z.string() });
export const ResetLinkQuery = z.object({ reset_password_token: z.string(), redirect_url: z.string() });
/** `current_password` is required when signed in, but not with the emailed link's token. */
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
  name: AccountName,
  partner_type: z.enum(['author', 'publisher']).default('author'),
  website: optionalUrl,
  country: optionalLine(2),
  subscribe_me: z.boolean().default(false),
  referrer_id: z.union([z.string().max(40), z.number()]).nullish(),
  utm_source: optionalLine(100),
});
export type SignUp = z.infer<typeof SignUp>;

const optionalTaxNumber = optionalLine(40).refine(
  (value) => !value || /^[\dA-Za-z][\dA-Za-z ./-]*$/.test(value),
  'can contain only Latin letters, digits, spaces, periods, hyphens, and slashes',
);

export const AccountUpdate = z.object({
  email: Email.optional(),
  current_password: z.string().max(1000).optional(),
  /** The second factor's code, in addition to the current password. */
  otp: z.string().max(100).optional(),
  password: password.optional(),
  password_confirmation: password.optional(),
  name: AccountName.optional(),
  partner_type: z.enum(['author', 'publisher']).optional(),
  website: optionalUrl,
  country: optionalLine(2),
  subscribe_me: z.boolean().optional(),
  reminder_emails: z.boolean().optional(),
  recapture_emails: z.boolean().optional(),
  /** Printed on invoices instead of the name. */
  billing_name: optionalLine(120),
  tax_number: optionalTaxNumber,
});
export type AccountUpdate = z.infer<typeof AccountUpdate>;

/** The proof that deleting an account requires in addition to a session. */
export const AccountDeletion = AccountUpdate.pick({ current_password: true, otp: true });
export type AccountDeletion = z.infer<typeof AccountDeletion>;

const Account = z.object({
  id: Id,
  provider: z.literal('email'),
  uid: z.string(),
  email: z.string(),
  name: z.string(),
});

export const CurrentPartner = Account.extend({
  /** True while staff view the partner's screens. */
  is_view: z.literal(true).optional(),
  partner_type: z.enum(['author', 'publisher']),
  website: z.string().nullable(),
  country: z.string().nullable(),
  subscribe_me: z.boolean(),
  referral_code: z.string(),
  credit_cents: z.int(),
  reminder_emails: z.boolean(),
  recapture_emails: z.boolean(),
  billing_name: z.string().nullable(),
  tax_number: z.string().nullable(),
});
export type CurrentPartner = z.infer<typeof CurrentPartner>;

export const CurrentUser = Account.extend({ role: z.enum(['admin', 'editor']) });
export type CurrentUser = z.infer<typeof CurrentUser>;

export const AuthResponse = <T extends z.ZodType>(record: T) => z.object({ data: record });

/** Null if it isn't set. */
const optionalSetting = z.string().nullable();

/** The app shell's data: the business clock, and the site's public settings. */
export const ShellData = z.object({
  business_date: z.string(),
  next_cutoff_at: z.string(),
  now: z.string(),
  demo: z.boolean(),
  /** Shown above every page. */
  demo_notice: z.string().nullable(),
  support_email: z.string(),
  /** Printed on the legal pages and in the footer. */
  operator: z.object({
    name: z.string(),
    address: z.string(),
    country: z.string(),
    reply_time: optionalSetting,
    appeals: optionalSetting,
    governing_law: z.string(),
    notice_agent: optionalSetting,
    hosting: optionalSetting,
  }),
  /** Companies or hosts that process people's data for the operator. */
  services: z.object({ mail: optionalSetting, ai: optionalSetting, storage: optionalSetting, errors: optionalSetting }),
  stripe: z.object({ mode: z.enum(['sandbox', 'test', 'live']), publishable_key: z.string().nullable() }),
  ai: z.object({ mode: z.enum(['live', 'offline']) }),
});
export type ShellData = z.infer<typeof ShellData>;

/** A session of the caller's account. */
export const AccountSession = z.object({
  id: z.int(),
  /** 'Firefox on Windows', or null if unknown. */
  browser: z.string().nullable(),
  /** '203.0.113.x', or null if unknown. */
  network: z.string().nullable(),
  created_at: z.string(),
  last_used_at: z.string(),
  is_current: z.boolean(),
});
export type AccountSession = z.infer<typeof AccountSession>;
export const AccountSessionList = z.object({ sessions: z.array(AccountSession) });

/** The partner's address, and when they verified it, or null if they haven't. */
export const EmailVerification = z.object({ email: z.string(), verified_at: z.string().nullable() });
export type EmailVerification = z.infer<typeof EmailVerification>;
export const EmailVerificationResponse = z.object({ email_verification: EmailVerification });
/** The token of the emailed link. */
export const EmailVerificationProof = z.strictObject({ token: requiredLine(200) });

/** The unsubscribe link of a reminder or win-back email. */
export const PartnerUnsubscription = z.strictObject({
  kind: z.enum(['reminder', 'recapture']),
  token: anyText(200, 1),
});
