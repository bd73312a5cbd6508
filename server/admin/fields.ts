/** Builders for the field types that entity files use. */
import type { Field } from './entity.ts';

type FieldOptions = Omit<Field, 'type'>;

export const id = (): Field => ({ type: 'id', label: 'ID', list: true, sort: true });
export const text = (rest: FieldOptions = {}): Field => ({ type: 'text', ...rest });
export const longText = (rest: FieldOptions = {}): Field => ({ type: 'long_text', ...rest });
export const email = (rest: FieldOptions = {}): Field => ({ type: 'email', label: 'Email', ...rest });
export const number = (rest: FieldOptions = {}): Field => ({ type: 'number', ...rest });
export const cents = (rest: FieldOptions = {}): Field => ({ type: 'cents', ...rest });
export const date = (rest: FieldOptions = {}): Field => ({ type: 'date', ...rest });
export const instant = (rest: FieldOptions = {}): Field => ({ type: 'instant', ...rest });
export const flag = (rest: FieldOptions = {}): Field => ({ type: 'flag', ...rest });
export const list = (rest: FieldOptions = {}): Field => ({ type: 'list', ...rest });
export const json = (rest: FieldOptions = {}): Field => ({ type: 'json', ...rest });

/** `options` is a list of values or a database enum. */
export const choice = (options: readonly string[] | { [word: string]: string }, rest: FieldOptions = {}): Field => ({
  type: 'choice',
  options: Array.isArray(options) ? options : Object.values(options),
  filter: true,
  ...rest,
});

/** Link to another record through the relation `through`, filtered by id. */
export const link = (to: string, through: string, rest: FieldOptions = {}): Field => ({
  type: 'link',
  to,
  through,
  shows: 'name',
  filter: true,
  ...rest,
});
