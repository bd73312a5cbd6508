import { createContext, use } from 'react';

/** Messages by field name. A lowercase one continues the field's label. */
export type FormErrors = { [field: string]: string[] };

export const ErrorsContext = createContext<FormErrors>({});
export const useFieldError = (name = '') => use(ErrorsContext)[name];

/** Puts the label before a message that continues it, as most of the server's do. Others are complete sentences. */
export const toSentence = (label: string, message: string) =>
  /^[a-z]/.test(message) ? `${label} ${message}` : message;
