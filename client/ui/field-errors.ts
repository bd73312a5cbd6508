import { createContext, use } from 'react';

/** Messages by field name. Each continues the field's label. */
export type FormErrors = { [field: string]: string[] };

export const ErrorsContext = createContext<FormErrors>({});
export const useFieldError = (name = '') => use(ErrorsContext)[name];

/** The server's messages continue the field's name; whole sentences of the client don't. */
export const sentence = (label: string, message: string) => (/^[a-z]/.test(message) ? `${label} ${message}` : message);
