/** Authentication API in the format of devise_token_auth, for partners and users. */
import * as z from 'zod';
import {
  AccountDeletion,
  AccountUpdate,
  AuthResponse,
  CurrentPartner,
  CurrentUser,
  PasswordInput,
  PasswordResetRequest,
  ResetLinkQuery,
  type Role,
  SignIn,
  SignUp,
} from '#shared/auth.ts';
import { AuthRefusal, AuthStatusRefusal, Conflict, FieldProblems, NotFound } from './errors.ts';
import type { Api } from './operation.ts';

const timestamps = { created_at: z.string(), updated_at: z.string() };
const noRecord = { id: z.null(), created_at: z.null(), updated_at: z.null() };
const done = z.literal(true);

/** With a `code` for accounts that have a second factor. */
const SignInRefusal = AuthRefusal.extend({ code: z.enum(['otp_required', 'otp_invalid']).optional() });

const UpdateRefusal = z.strictObject({ status: z.literal('error'), errors: FieldProblems });

const accountApi = <R extends Role, S extends z.ZodRawShape>(role: R, Account: z.ZodObject<S>) => {
  const base = `/api/v1/${role}-auth` as const;
  const FullAccount = Account.extend(timestamps) as unknown as z.ZodObject<S & typeof timestamps>;
  return {
    signIn: {
      method: 'post',
      path: `${base}/sign_in`,
      summary: 'Sign in; the response headers carry the credentials',
      access: 'public',
      auth: true,
      rateLimited: true,
      body: SignIn,
      example: { email: 'ada@example.test', password: 'a long enough passphrase' },
      responses: { 200: AuthResponse(Account), 401: SignInRefusal },
    },
    refuseSignInByGet: {
      method: 'get',
      path: `${base}/sign_in`,
      summary: 'Refuse a GET sign-in with 405; sign in with POST',
      access: 'public',
      auth: true,
      responses: { 405: AuthRefusal },
    },
    forgotPassword: {
      method: 'post',
      path: `${base}/password`,
      summary: 'Request a password reset link; the response is the same for known and unknown addresses',
      access: 'public',
      auth: true,
      rateLimited: true,
      body: PasswordResetRequest,
      example: { email: 'ada@example.test', redirect_url: 'https://deckle.example/partners/password/reset' },
      responses: {
        200: z.object({ success: done, message: z.string() }),
        401: AuthRefusal,
        422: AuthStatusRefusal.extend({ data: z.null() }),
      },
    },
    openResetLink: {
      method: 'get',
      path: `${base}/password/edit`,
      summary: 'Open the emailed link; redirects to redirect_url, with a single-use token if the link is valid',
      access: 'public',
      auth: true,
      query: ResetLinkQuery,
      exampleQuery: {
        reset_password_token: 'token-from-the-email',
        redirect_url: 'https://deckle.example/partners/password/reset',
      },
      responses: { 302: null, 404: [NotFound, 'text/html'] },
    },
    setPassword: {
      method: 'patch',
      path: `${base}/password`,
      summary:
        'Set a new password with the emailed token, or with a session and the current password; ends all other sessions',
      access: role,
      auth: true,
      rateLimited: true,
      body: PasswordInput,
      example: {
        password: 'an entirely different passphrase',
        password_confirmation: 'an entirely different passphrase',
      },
      responses: {
        200: z.object({ success: done, data: FullAccount, message: z.string() }),
        401: SignInRefusal,
        422: z.union([AuthRefusal, z.strictObject({ success: z.literal(false), errors: FieldProblems })]),
      },
    },
    update: {
      method: 'patch',
      path: base,
      summary: 'Update your account',
      access: role,
      auth: true,
      rateLimited: true,
      body: AccountUpdate,
      example: { name: 'Ada Quill' },
      responses: {
        200: z.object({ status: z.literal('success'), data: FullAccount }),
        404: AuthStatusRefusal,
        422: z.union([AuthStatusRefusal, UpdateRefusal]),
      },
    },
  } as const satisfies Api;
};

export const partnerAuthApi = {
  ...accountApi('partner', CurrentPartner),
  signUp: {
    method: 'post',
    path: '/api/v1/partner-auth',
    summary: 'Sign up as a partner',
    access: 'public',
    auth: true,
    rateLimited: true,
    body: SignUp,
    example: {
      email: 'ada@example.test',
      password: 'a long enough passphrase',
      password_confirmation: 'a long enough passphrase',
      name: 'Ada Quill',
    },
    responses: {
      200: z.object({ status: z.literal('success'), data: CurrentPartner.extend(timestamps) }),
      422: z.union([AuthStatusRefusal, UpdateRefusal.extend({ data: CurrentPartner.extend(noRecord) })]),
    },
  },
  close: {
    method: 'delete',
    path: '/api/v1/partner-auth',
    summary:
      'Delete your account; needs the current password. 409 while a promotion is in review, booked, running, or unpaid',
    access: 'partner',
    auth: true,
    rateLimited: true,
    body: AccountDeletion,
    example: { current_password: 'a long enough passphrase' },
    responses: {
      200: z.object({ status: z.literal('success'), message: z.string() }),
      404: AuthStatusRefusal,
      409: z.union([AuthStatusRefusal, Conflict]),
      422: UpdateRefusal,
    },
  },
} satisfies Api;
export const userAuthApi = accountApi('user', CurrentUser);
