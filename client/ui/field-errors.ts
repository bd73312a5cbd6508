import { createContext, use } from 'react';

/** Messages by field name. A lowercase one continues the field's label. */
export type FormErrors = { [field: string]: string[] };

export const ErrorsContext = createContext<FormErrors>({});
export const useFieldError = (name = '') => use(ErrorsContext)[name];

/** Puts the label before a message of the server. The client's messages are complete sentences already. */
export const toSentence = (label: string, message: string) =>
  /^[a-z]/.test(message) ? `${label} ${message}` : message;
