/** A JSON schema as nested lists of fields. */
import { type Html, html } from './html.ts';

export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  default?: unknown;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  description?: string;
};
export type Schemas = Record<string, Schema>;

type Context = {
  schemas: Schemas;
  /** Requests mark their required fields, and responses their optional ones. */
  isInput: boolean;
  /** Collects the named records that the fields refer to. A page shows each once (`recordsOf`). */
  records: Set<string>;
};

/** Fields of an object, or of an array's items. */
export const fieldsOf = (schema: Schema, context: Context): Html | null => listOf(schema, context);

/** The collected records and the records they refer to. */
export function recordsOf(context: Context): Html | null {
  // The loop also visits names that it adds to the set.
  const lists: Html[] = [];
  for (const name of context.records)
    lists.push(
      html`<section class="record" id="record-${name}"><h3>${name}</h3>${listOf(context.schemas[name] ?? {}, context)}</section>`,
    );
  return lists.length ? html`${lists}` : null;
}

function listOf(schema: Schema, context: Context): Html | null {
  const recordName = nameOf(schema);
  if (recordName) {
    context.records.add(recordName);
    return html`<ul class="fields"><li>${typeOf(schema, context)}</li></ul>`;
  }
  const variants = variantsOf(schema);
  if (variants.length > 1) {
    const lists = variants.flatMap((variant) => listOf(variant, context) ?? []);
    const parts = lists.map((list, index) => html`${index > 0 && html`<p class="or">or</p>`}${list}`);
    return lists.length ? html`${parts}` : null;
  }
  const [only] = variants;
  if (only !== schema) return only ? listOf(only, context) : null;
  if (schema.items) return nameOf(schema.items) ? null : listOf(schema.items, context);
  const fields = Object.entries(schema.properties ?? {});
  if (!fields.length) return null;
  const items = fields.map(([name, field]) => fieldOf(name, field, schema.required?.includes(name) ?? false, context));
  return html`<ul class="fields">${items}</ul>`;
}

function fieldOf(name: string, field: Schema, isRequired: boolean, context: Context): Html {
  const nestedFields = isNamed(field) ? null : listOf(field, context);
  const presence = context.isInput ? isRequired && 'required' : !isRequired && 'optional';
  const facts = [...(presence ? [presence] : []), ...limitsOf(field)].map((fact) => `, ${fact}`);
  const head = html`<code class="name">${name}</code> <span class="type">${typeOf(field, context)}${facts}</span>${valuesOf(field)}`;
  return nestedFields
    ? html`<li><details><summary>${head}</summary>${nestedFields}</details></li>`
    : html`<li>${head}</li>`;
}

const nameOf = ({ $ref }: Schema) => $ref?.split('/').at(-1);
/** True for a record, a record or null, and a list of records. */
const isNamed = (field: Schema): boolean =>
  [field, ...variantsOf(field), ...(field.items ? [field.items] : [])].some((variant) => nameOf(variant) !== undefined);

/** The type in words, with links to records. */
function typeOf(schema: Schema, context: Context): Html {
  const parts = typeText(schema).split(/(\b[A-Z]\w+\b)/);
  return html`${parts.map((part) => {
    if (!Object.hasOwn(context.schemas, part)) return part;
    context.records.add(part);
    return html`<a href="#record-${part}">${part}</a>`;
  })}`;
}

const isNull = ({ type }: Schema) => type === 'null';
/** The alternatives of a schema, without null. */
const variantsOf = (schema: Schema): Schema[] => {
  const choices = schema.anyOf ?? schema.oneOf;
  return choices ? choices.filter((choice) => !isNull(choice)) : [schema];
};

/** 'integer or null', 'list of Book'. */
export function typeText(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeText))].join(' or ');
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.type === 'array') return schema.items ? `list of ${typeText(schema.items)}` : 'list';
  return schema.format ?? schema.type ?? 'any value';
}

function limitsOf({ minLength, maxLength, minimum, maximum, maxItems, default: defaultValue }: Schema): string[] {
  return [
    ...(minLength && minLength > 1 ? [`at least ${minLength} characters`] : []),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined || maximum > 2_000_000_000 ? [] : [`to ${maximum}`]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems}`]),
    ...(defaultValue === undefined || typeof defaultValue === 'object' ? [] : [`default ${defaultValue}`]),
  ];
}

/** Allowed values of a field, or of a list's entries. */
export function valuesOf(schema: Schema): Html | null {
  const values = schema.enum ?? schema.items?.enum ?? variantsOf(schema).flatMap((variant) => variant.enum ?? []);
  if (!values.length) return null;
  return html` <span class="values">${values.map((value, index) => html`${index > 0 && ', '}<code>${String(value)}</code>`)}</span>`;
}
