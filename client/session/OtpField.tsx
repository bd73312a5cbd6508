import { useEffect, useRef } from 'react';
import { ApiError } from '#client/api/api-error.ts';
import { Field } from '#client/ui/Field.tsx';

/** Shown after the right password, with the focus. */
export function OtpField() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={place}>
      <Field
        name="otp"
        label="Code"
        inputMode="text"
        autoComplete="one-time-code"
        maxLength={40}
        hint="Enter the 6-digit code from your authenticator app, or a recovery code."
      />
    </div>
  );
}

/** True if the server accepted the password and now requires the second factor. */
export const asksForCode = (error: unknown) => codeOf(error) === 'otp_required';
export const refusedCode = (error: unknown) => codeOf(error) === 'otp_invalid';

const codeOf = (error: unknown) =>
  error instanceof ApiError && error.status === 401 ? (error.body as { code?: string } | undefined)?.code : undefined;
