/** The second factor of the caller's account, for partners and staff. */
import * as z from 'zod';
import { text } from './params.ts';

export const SecondFactor = z.object({ enabled: z.boolean(), recovery_codes_left: z.int() });
export type SecondFactor = z.infer<typeof SecondFactor>;
export const SecondFactorResponse = z.object({ second_factor: SecondFactor });
export const SecondFactorStart = z.object({ secret: z.string(), otpauth_uri: z.string() });
export const SecondFactorCodes = z.object({ second_factor: SecondFactor, recovery_codes: z.array(z.string()) });
const otp = text(40, 1);
export const SecondFactorPassword = z.strictObject({ current_password: z.string().max(1000) });
export const SecondFactorProof = z.strictObject({ otp });
export const SecondFactorEnd = z.strictObject({ current_password: z.string().max(1000), otp });
