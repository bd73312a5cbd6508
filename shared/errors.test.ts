import { describe, expect, it } from 'vitest';
import { CLIENT_TEXTS, fieldLabel, SIGN_IN_TEXTS, withFullMessages } from './errors.ts';
import { SUCCESS_TEXTS } from './success-texts.ts';

describe('fixed texts', () => {
  it('keep the wording of failures', () => {
    expect(CLIENT_TEXTS.timeout).toBe('Could not connect to server -- check your internet connection');
    expect(CLIENT_TEXTS.notFound('help@deckle.test')).toBe(
      "Oops, the data you're looking for unexpectedly doesn't exist!  Drop us a line at help@deckle.test",
    );
    expect(CLIENT_TEXTS.server('help@deckle.test')).toBe(
      "Oops, something went wrong with the server. Try refreshing the page. If that doesn't work, drop us a line at help@deckle.test",
    );
    expect(CLIENT_TEXTS.systemProblem).toBe('Woops, our systems encountered a problem');
    expect(CLIENT_TEXTS.notSignedIn).toBe("It looks like you're not signed in. Please sign in before continuing.");
    expect(CLIENT_TEXTS.crash).toBe("Woops! Something's amiss");
  });

  it('keep the wording of success messages', () => {
    expect(Object.values(SUCCESS_TEXTS)).toEqual([
      'Author Profile was successfully deleted.',
      'Your credit card was successfully added!',
      'Your credit card was successfully updated!',
      'Your credit card was successfully removed!',
      'The default credit card was successfully updated',
      'Your account details were successfully updated',
      'The charge was successful.',
    ]);
  });

  it('keep the wording of the sign-in form', () => {
    expect(SIGN_IN_TEXTS).toEqual({
      emailBlank: 'Please enter an email address',
      passwordBlank: 'Please enter a password',
    });
  });
});

it.each([
  ['title', 'Title'],
  ['sale_price_cents', 'Sale price'],
  ['category_id', 'Category'],
  ['category_ids', 'Category'],
  ['amazon_url', 'Amazon'],
  ['password_confirmation', 'Password confirmation'],
  ['deal_ends_on', 'Deal ends on'],
])('labels the field %s "%s"', (field, label) => {
  expect(fieldLabel(field)).toBe(label);
});

describe('full messages', () => {
  it("start with the field's label", () => {
    expect(
      withFullMessages({ title: ["can't be blank"], page_count: ['must be a number', 'must be at least 1'] }),
    ).toEqual({
      title: ["can't be blank"],
      page_count: ['must be a number', 'must be at least 1'],
      full_messages: ["Title can't be blank", 'Page count must be a number', 'Page count must be at least 1'],
    });
  });

  it('keep complete sentences and messages under base unchanged', () => {
    expect(
      withFullMessages({
        base: ['the newsletter has closed'],
        sale_price_cents: ['The deal price must be free or at most $4.99.'],
      }).full_messages,
    ).toEqual(['the newsletter has closed', 'The deal price must be free or at most $4.99.']);
  });

  it('are empty without errors', () => {
    expect(withFullMessages({})).toEqual({ full_messages: [] });
  });
});
