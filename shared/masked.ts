/** Masks email addresses on staff's screens; revealing one is an action of the admin panel, which is audited. */

/** 'ada@example.test' → 'a…@example.test'. */
export const maskedEmail = (email: string) => email.replace(/^(.).*(@[^@]*)$/, '$1…$2');

/** Masks each address inside a text, such as a mail server's response. */
export const withMaskedEmails = (text: string) =>
  text.replace(/[^\s<>"'(),:;[\]\\]+@[^\s<>"'(),:;[\]\\]+/g, maskedEmail);
