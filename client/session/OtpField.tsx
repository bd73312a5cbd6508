import { useEffect, useRef } from 'react';
import { Field } from '#client/ui/Field.tsx';

/** Appears once the password was right, and takes the focus. */
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
        hint="The six digits of your authenticator app, or one of your recovery codes."
      />
    </div>
  );
}
