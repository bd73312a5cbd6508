import { useEffect, useRef } from 'react';
import { ApiError } from '#client/api/api-error.ts';
import { Field } from '#client/ui/Field.tsx';

/** The field for the second factor's code, shown once the server requires it. It takes the focus. */
export function OtpField() {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={container}>
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

/** True if the server accepted the password, or the link of a reset, and now requires the second factor. */
export const isCodeRequired = (error: unknown) => codeOf(error) === 'otp_required';
export const isCodeRefused = (error: unknown) => codeOf(error) === 'otp_invalid';

const codeOf = (error: unknown) =>
  error instanceof ApiError && error.status === 401 ? (error.body as { code?: string } | undefined)?.code : undefined;
