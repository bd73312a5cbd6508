/** Sign-up of a partner. Staff accounts are created by administrators. */
import type { Partner } from '#prisma';
import type { Origin } from '#server/auth/origin.ts';
import { hashPassword, passwordProblems } from '#server/auth/passwords.ts';
import { issueToken } from '#server/auth/tokens.ts';
import { limitVerifications, refundVerification, sendVerification } from '#server/partners/email-verification.ts';
import { createPartner, isEmailTaken } from '#server/partners/service.ts';
import type { Deps } from '#server/platform/deps.ts';
import type { SignUp } from '#shared/auth.ts';
import { signUpRefused } from './auth-errors.ts';
import { presentAccountDetails } from './presenter.ts';
import type { NewSession } from './service.ts';

export const EMAIL_TAKEN = { email: ['has already been taken'] };

export async function signUp(
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config' | 'limits'>,
  input: SignUp,
  origin: Origin,
): Promise<NewSession> {
  const { password, password_confirmation, ...fields } = input;
  const owner = { role: 'partner', name: input.name, email: input.email } as const;
  const problems = await passwordProblems(password, password_confirmation, owner);
  if (Object.keys(problems).length) throw signUpRefused(unsavedPartner(input), problems);
  const encrypted_password = await hashPassword(password);
  await limitVerifications(deps, { uid: input.email });
  try {
    return await deps.db.$transaction(async (tx) => {
      const account = await createPartner(deps, tx, { ...fields, encrypted_password });
      await sendVerification(deps, tx, account, { is_new_account: true });
      return { account, issued: await issueToken(tx, deps.now(), { role: 'partner', id: account.id, origin }) };
    });
  } catch (error) {
    if (!isEmailTaken(error)) throw error;
    await refundVerification(deps, input.email);
    throw signUpRefused(unsavedPartner(input), EMAIL_TAKEN);
  }
}

/** The record of a partner that wasn't saved: the submitted values and no id. */
export function unsavedPartner(body: unknown) {
  const fields = (body ?? {}) as Record<string, unknown>;
  const textOf = (key: string) => (typeof fields[key] === 'string' ? (fields[key] as string).slice(0, 254) : null);
  const blank = {
    name: textOf('name') ?? '',
    uid: textOf('email') ?? '',
    partner_type: fields.partner_type === 'publisher' ? 'publisher' : 'author',
    website: textOf('website'),
    country: textOf('country'),
    subscribe_me: fields.subscribe_me === true,
    referral_code: '',
    credit_cents: 0,
    billing_name: null,
    tax_number: null,
    reminder_emails: true,
    recapture_emails: true,
    created_at: new Date(0),
    updated_at: new Date(0),
  } as Partner;
  return { ...presentAccountDetails('partner', blank), id: null, created_at: null, updated_at: null };
}
