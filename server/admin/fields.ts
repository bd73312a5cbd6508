/** Builders for the field types that entity files use. */
import type { Field } from './entity.ts';

type Rest = Omit<Field, 'type'>;

export const id = (): Field => ({ type: 'id', label: 'ID', list: true, sort: true });
export const text = (rest: Rest = {}): Field => ({ type: 'text', ...rest });
export const longText = (rest: Rest = {}): Field => ({ type: 'long_text', ...rest });
export const email = (rest: Rest = {}): Field => ({ type: 'email', label: 'Email', ...rest });
export const number = (rest: Rest = {}): Field => ({ type: 'number', ...rest });
export const cents = (rest: Rest = {}): Field => ({ type: 'cents', ...rest });
export const date = (rest: Rest = {}): Field => ({ type: 'date', ...rest });
export const instant = (rest: Rest = {}): Field => ({ type: 'instant', ...rest });
export const flag = (rest: Rest = {}): Field => ({ type: 'flag', ...rest });
export const list = (rest: Rest = {}): Field => ({ type: 'list', ...rest });
export const json = (rest: Rest = {}): Field => ({ type: 'json', ...rest });

/** `options` is a list of values or a database enum. */
export const choice = (options: readonly string[] | { [word: string]: string }, rest: Rest = {}): Field => ({
  type: 'choice',
  options: Array.isArray(options) ? options : Object.values(options),
  filter: true,
  ...rest,
});

/** Link to another record through the relation `through`; filtered by id. */
export const link = (to: string, through: string, rest: Rest = {}): Field => ({
  type: 'link',
  to,
  through,
  shows: 'name',
  filter: true,
  ...rest,
});
