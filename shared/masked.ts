/** Readers' addresses as lists show them; revealing one is an action of the admin panel, which the audit log records. */

/** 'ada@example.test' → 'a…@example.test'. */
export const maskedEmail = (email: string) => email.replace(/^(.).*(@[^@]*)$/, '$1…$2');

/** Masks each address inside a text, such as a mail server's answer. */
export const withMaskedEmails = (text: string) =>
  text.replace(/[^\s<>"'(),:;[\]\\]+@[^\s<>"'(),:;[\]\\]+/g, maskedEmail);
