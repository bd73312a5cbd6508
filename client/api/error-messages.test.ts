import { describe, expect, it } from 'vitest';
import { ApiError, type ApiFailure } from './api-error.ts';
import { errorMessages, errorText } from './error-messages.ts';

const messagesFor = (failure: Partial<ApiFailure>, showsFieldErrors = false) =>
  errorMessages(
    { kind: 422, method: 'POST', path: '/api/v1/books', ...failure },
    { supportEmail: 'help@x.test', showsFieldErrors },
  );

describe('errorMessages', () => {
  it('says that the server couldn’t be reached', () => {
    expect(messagesFor({ kind: 'timeout' })).toEqual(['Could not connect to server -- check your internet connection']);
  });

  it("says 'Woops' for a page instead of data", () => {
    expect(messagesFor({ kind: 'html' })).toEqual(['Woops, our systems encountered a problem']);
  });

  it('is silent on a role’s 403, because SessionWatch handles it', () => {
    expect(messagesFor({ kind: 403, role: 'partner', body: { errors: ['No'] } })).toEqual([]);
  });

  it('names the support address for a 404 without errors', () => {
    expect(messagesFor({ kind: 404, body: {} })).toEqual([
      "Oops, the data you're looking for unexpectedly doesn't exist!  Drop us a line at help@x.test",
    ]);
  });

  it('says that the session ended when the account isn’t found', () => {
    const body = { errors: ['User not found.'] };
    const lost = { kind: 404, method: 'PATCH', body } as const;
    expect(messagesFor({ ...lost, role: 'partner', path: '/api/v1/partner-auth' })).toEqual([
      'You’ve been signed out. Please sign in again.',
    ]);
    expect(messagesFor({ ...lost, role: 'user', path: '/api/v1/user-auth' })).toEqual([
      'You’ve been signed out. Please sign in again.',
    ]);
    expect(messagesFor({ ...lost, role: 'partner', path: '/api/v1/partner-auth/password' })).toEqual([
      'User not found.',
    ]);
  });

  it('joins the errors of a 401', () => {
    expect(messagesFor({ kind: 401, role: 'user', body: { errors: ['One', 'Two'] } })).toEqual(['One, Two']);
  });

  it('is silent on a refused sign-in of a partner, but not of staff', () => {
    const path = '/api/v1/partner-auth/sign_in';
    expect(messagesFor({ kind: 401, role: 'partner', path, body: { errors: ['Invalid'] } })).toEqual([]);
    expect(
      messagesFor({ kind: 401, role: 'user', path: '/api/v1/user-auth/sign_in', body: { errors: ['Invalid'] } }),
    ).toEqual(['Invalid']);
  });

  it('hides the server’s text of a 500', () => {
    expect(messagesFor({ kind: 500, body: { errors: { base: ['secret'] } } })).toEqual([
      "Oops, something went wrong with the server. Try refreshing the page. If that doesn't work, drop us a line at help@x.test",
    ]);
  });

  it('joins the errors of the record as a whole', () => {
    expect(messagesFor({ kind: 409, role: 'partner', body: { errors: { base: ['Full.', 'Sorry.'] } } })).toEqual([
      'Full., Sorry.',
    ]);
  });

  it('shows staff one message per error', () => {
    expect(messagesFor({ role: 'user', body: { errors: ['One', 'Two'] } })).toEqual(['One', 'Two']);
    const body = { errors: { title: ['is blank'], full_messages: ['Title is blank', 'Blurb is long'] } };
    expect(messagesFor({ role: 'user', body }, true)).toEqual(['Title is blank', 'Blurb is long']);
  });

  it("leaves a partner's field errors to the form, but notifies if no form shows them", () => {
    const body = { errors: { title: ['is blank'], full_messages: ['Title is blank'] } };
    expect(messagesFor({ role: 'partner', body }, true)).toEqual([]);
    expect(messagesFor({ role: 'partner', body })).toEqual(['Title is blank']);
  });
});

it('joins the messages of a failed call, and keeps the message of any other error', () => {
  const failure = { kind: 422, method: 'GET', path: '/api/v1/books', body: { errors: { base: ['No.', 'Never.'] } } };
  expect(errorText(new ApiError(failure), 'help@x.test')).toBe('No., Never.');
  const two = { ...failure, role: 'user' as const, body: { errors: ['No.', 'Never.'] } };
  expect(errorText(new ApiError(two), 'help@x.test')).toBe('No. Never.');
  expect(errorText(new TypeError('Out of memory'), 'help@x.test')).toBe('Out of memory');
});
