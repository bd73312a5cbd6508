/**
 * Plain-English messages for zod, shared by the server's responses and the client's forms. Each continues a sentence
 * that starts with the field's name.
 */
import * as z from 'zod';

type Issue = Parameters<NonNullable<z.core.$ZodConfig['customError']>>[0];

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const FORMATS: Record<string, string> = { url: 'web address', email: 'email address', regex: 'value' };

function plainMessage(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return "can't be blank";
      return `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'invalid_union':
      return issue.input === undefined || issue.input === null ? "can't be blank" : undefined;
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_value':
      return issue.input === undefined ? "can't be blank" : `must be one of: ${issue.values.join(', ')}`;
    case 'invalid_format':
      return `isn’t a valid ${FORMATS[issue.format] ?? issue.format}`;
    case 'unrecognized_keys':
      return `includes unknown parameters: ${issue.keys.join(', ')}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return undefined;
  }
}

function tooSmall(issue: Extract<Issue, { code: 'too_small' }>) {
  if (issue.origin === 'string') {
    return Number(issue.minimum) <= 1 ? "can't be blank" : `is too short (at least ${issue.minimum} characters)`;
  }
  if (issue.origin === 'array') return `needs at least ${issue.minimum}`;
  return `must be at least ${issue.minimum}`;
}

function tooBig(issue: Extract<Issue, { code: 'too_big' }>) {
  if (issue.origin === 'string') return `is too long (at most ${issue.maximum} characters)`;
  if (issue.origin === 'array') return `has too many items (at most ${issue.maximum})`;
  return `must be at most ${issue.maximum}`;
}

/** {field: [messages]} of a failed parse. The field is the first part of the path, an unknown key, or 'base'. */
export function fieldErrorsOf(error: z.ZodError): { [field: string]: string[] } {
  const errors: { [field: string]: string[] } = {};
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys' && issue.path.length === 0) {
      for (const key of issue.keys) errors[key] = ['is not a known parameter'];
      continue;
    }
    const field = String(issue.path[0] ?? 'base');
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  return errors;
}

/** Adds {field: [messages]} to a schema's issues, for rules that involve several fields. */
export function addProblems(context: z.RefinementCtx, problems: { [field: string]: string[] }) {
  for (const [field, messages] of Object.entries(problems)) {
    for (const message of messages) context.addIssue({ code: 'custom', path: [field], message });
  }
}

/** Installs the messages. Call it once at startup, on server and client. */
export const installZodMessages = () => z.config({ customError: plainMessage });
