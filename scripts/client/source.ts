/**
 * Source of the TypeScript client's operations, from the same OpenAPI document as the documentation
 * (docs/decisions/0123-own-client-generator.md).
 */
import { execFileSync } from 'node:child_process';
import { openApiDocument } from '#server/web/openapi.ts';
import type { Operation } from '#shared/api/operation.ts';
import { isInClient, methodNameOf, nameOf, RESOURCES } from '#shared/api/operations.ts';

export const CLIENT_FILE = 'clients/typescript/src/operations.ts';

type Schema = {
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
  format?: string;
};
type Content = { content?: Record<string, { schema: Schema }> };
type Parameter = { in: string; name: string; required?: boolean; schema: Schema };
type DocumentedOperation = {
  summary: string;
  parameters?: Parameter[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content>;
};
type Document = {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema> };
};

export function clientSource(): string {
  const contact = { name: 'Deckle', email: 'support@deckle.example' };
  const document = openApiDocument({ appUrl: 'https://deckle.example', contact }) as unknown as Document;
  const resources = Object.entries(RESOURCES).flatMap(([name, { about, api }]) => {
    const operations = Object.values<Operation>(api).flatMap((operation) => {
      const documented = documentedOperation(document, operation);
      return documented ? [{ name: methodNameOf(operation).name, operation, documented }] : [];
    });
    return operations.length ? [{ name, about, operations }] : [];
  });
  const records = Object.entries(document.components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`,
  );
  const calls = resources.map(
    ({ name, about, operations }) => `  /** ${about} */\n  ${name}: {\n${operations.map(signatureOf).join('')}  };\n`,
  );
  const table = resources.map(({ name, operations }) => `  ${name}: {\n${operations.map(requestOf).join('')}  },\n`);
  return formatTwice(`// Generated from the contract by \`npm run client\`. Don't edit.
import type { Call } from './index.ts';

${records.join('\n')}
export type Deckle = {
${calls.join('')}};

/** Method, path, and kind of response if it isn't JSON. */
export const OPERATIONS: Record<string, Record<string, readonly [method: string, path: string, raw?: 'raw']>> = {
${table.join('')}};
`);
}

/** Formats twice: the formatter breaks some long signatures differently the second time. */
const formatTwice = (source: string) => format(format(source));

const format = (source: string) =>
  execFileSync('node_modules/.bin/biome', ['format', '--stdin-file-path', CLIENT_FILE], {
    input: source,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  });

function documentedOperation({ paths }: Document, operation: Operation): DocumentedOperation | null {
  const [method, path] = nameOf(operation).split(' ') as [string, string];
  return isInClient(operation) ? paths[path]![method.toLowerCase()]! : null;
}

const successResponsesOf = ({ responses }: DocumentedOperation): Content[] =>
  Object.entries(responses).flatMap(([status, response]) => (status.startsWith('2') ? [response] : []));

type ClientMethod = { name: string; operation: Operation; documented: DocumentedOperation };

const jsonSchemaOf = ({ content }: Content) => content?.['application/json']?.schema;
const isRaw = (documented: DocumentedOperation) =>
  successResponsesOf(documented).some((response) => response.content !== undefined && !jsonSchemaOf(response));

/** Type of a JSON response: a union if statuses have different ones. */
const jsonTypeOf = (documented: DocumentedOperation) =>
  union(
    successResponsesOf(documented).map((response) => {
      const schema = jsonSchemaOf(response);
      return schema ? typeOf(schema) : 'void';
    }),
  );

function signatureOf({ name, documented }: ClientMethod): string {
  const { summary, parameters = [], requestBody } = documented;
  const fields = [
    ...parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name, schema }) => `${name}: ${typeOf(schema)}`),
    ...queryOf(parameters.filter((parameter) => parameter.in === 'query')),
    ...bodyOf(requestBody),
    ...(parameters.some((parameter) => parameter.in === 'header') ? ['idempotencyKey?: string'] : []),
  ];
  const isOptional = fields.every((field) => /^\w+\?:/.test(field));
  const responseType = isRaw(documented) ? 'Response' : jsonTypeOf(documented);
  return `    /** ${summary}. */\n    ${name}(input${isOptional ? '?' : ''}: ${fields.length ? `Call<{ ${fields.join('; ')} }>` : 'Call'}): Promise<${responseType}>;\n`;
}

function queryOf(parameters: Parameter[]): string[] {
  if (!parameters.length) return [];
  const isOptional = parameters.every(({ required }) => !required);
  const fields = parameters.map(({ name, required, schema }) => `${name}${required ? '' : '?'}: ${typeOf(schema)}`);
  return [`query${isOptional ? '?' : ''}: { ${fields.join('; ')} }`];
}

function bodyOf(body: DocumentedOperation['requestBody']): string[] {
  if (!body) return [];
  const schema = jsonSchemaOf(body);
  if (schema) return [`body${body.required ? '' : '?'}: ${typeOf(schema)}`];
  const [file] = Object.keys(body.content?.['multipart/form-data']?.schema.properties ?? {});
  return [`${file}: Blob`];
}

const requestOf = ({ name, operation: { method, path }, documented }: ClientMethod) =>
  `    ${name}: ['${method.toUpperCase()}', '${path}'${isRaw(documented) ? ", 'raw'" : ''}],\n`;

function typeOf(schema: Schema): string {
  const { $ref, type, properties, additionalProperties } = schema;
  if ($ref) return $ref.split('/').at(-1)!;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.allOf) return schema.allOf.map(typeOf).join(' & ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(choices.map(typeOf));
  if (Array.isArray(type)) return union(type.map((choice) => typeOf({ ...schema, type: choice })));
  if (type === 'array') return `Array<${schema.items ? typeOf(schema.items) : 'unknown'}>`;
  if (type === 'integer') return 'number';
  if (type !== 'object') return type ?? 'unknown';
  const fields = Object.entries(properties ?? {}).map(
    ([name, field]) => `${keyOf(name)}${schema.required?.includes(name) ? '' : '?'}: ${typeOf(field)}`,
  );
  const rest = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
  const index = `Record<string, ${additionalProperties === false ? 'never' : rest}>`;
  const objectType = `{ ${fields.join('; ')} }`;
  // An intersection, because one type with the fields and the index would require the fields to have the index's type.
  if (fields.length) return typeof additionalProperties === 'object' ? `(${objectType} & ${index})` : objectType;
  return index;
}

const union = (types: string[]) => (types.length ? [...new Set(types)].join(' | ') : 'never');
const keyOf = (name: string) => (/^\w+$/.test(name) ? name : `'${name}'`);
