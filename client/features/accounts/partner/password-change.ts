import * as z from 'zod';
import { MIN_PASSWORD_LENGTH } from '#shared/business.ts';

/** The rules that the browser can check. */
export const PasswordChange = z
  .object({
    current_password: z.string().min(1),
    password: z.string().min(MIN_PASSWORD_LENGTH),
    password_confirmation: z.string(),
  })
  .refine(({ password, password_confirmation }) => password === password_confirmation, {
    path: ['password_confirmation'],
    message: 'doesn’t match the new password',
  });
