/** Pages of the API's documentation: the guide, and a page for each resource with its operations. */
import type { Config } from '#server/platform/config.ts';
import type { Operation } from '#shared/api/operation.ts';
import { acceptsIdempotencyKey } from '#shared/api/operation.ts';
import { nameOf, operationIdOf, RESOURCES } from '#shared/api/operations.ts';
import { webApi } from '#shared/api/web.ts';
import { isRefused, openApiDocument } from '../openapi.ts';
import EXAMPLES from './examples.json' with { type: 'json' };
import { type Html, html, withCode } from './html.ts';
import { codeBlock, guideSections, type Section } from './prose.ts';
import { LANGUAGES, type Language, samplesOf } from './samples.ts';
import { fieldsOf, recordsOf, type Schema, type Schemas, typeText, valuesOf } from './schema.ts';

type Parameter = { in: string; name: string; required?: boolean; description: string; schema: Schema };
type Content = { description?: string; content?: Record<string, { schema: Schema }> };
type OperationDescription = {
  summary: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
};
type Document = { paths: Record<string, Record<string, OperationDescription>>; components: { schemas: Schemas } };
type Example = {
  caller: 'public' | 'partner' | 'user';
  path: string;
  body?: unknown;
  status: number;
  response?: unknown;
  refused_because?: string;
};

type Resource = { slug: string; title: string; about: string; operations: Operation[] };
const slugOf = (title: string) => title.toLowerCase().replaceAll(' ', '-');
const RESOURCE_PAGES: Resource[] = Object.values(RESOURCES).map(({ title, about, api }) => ({
  slug: slugOf(title),
  title,
  about,
  operations: Object.values<Operation>(api).filter((operation) => !isRefused(operation)),
}));

type FieldContext = Parameters<typeof fieldsOf>[1];
export type Facts = { appUrl: string; document: Document };

export const factsOf = (about: Parameters<typeof openApiDocument>[0]): Facts => ({
  appUrl: about.appUrl,
  document: openApiDocument(about) as unknown as Document,
});

/** HTML by path below /api/docs: '' is the guide. */
export function docsPages({
  appUrl,
  operator: { name, email },
}: Pick<Config, 'appUrl' | 'operator'>): Map<string, string> {
  const facts = factsOf({ appUrl, contact: { name, email } });
  const sections = guideSections(appUrl);
  const guide = page({ title: 'Deckle API', current: '', sections, main: guideOf(sections) });
  const pages = RESOURCE_PAGES.map((resource) => {
    const main = resourceOf(facts, resource);
    return [
      resource.slug,
      page({ title: `${resource.title} · Deckle API`, current: resource.slug, sections, main }),
    ] as const;
  });
  return new Map([['', guide], ...pages]);
}

function page({
  title,
  current,
  sections,
  main,
}: {
  title: string;
  current: string;
  sections: readonly Section[];
  main: Html;
}): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/api/docs/docs.css">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script src="/api/docs/docs.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="bar">
<a class="home" href="/">Deckle</a>
<a class="product" href="/api/docs">API</a>
<fieldset class="languages"><legend class="visually-hidden">Language of the examples</legend>${(
    Object.entries(LANGUAGES) as [Language, string][]
  ).map(
    ([language, label], index) =>
      html`<label><input type="radio" name="language" value="${language}" id="in-${language}"${index === 0 && html` checked`}>${label}</label>`,
  )}</fieldset>
</header>
<div class="columns">
${navigation(current, sections)}
<main id="main" tabindex="-1">${main}</main>
</div>
</body>
</html>
`.text;
}

function navigation(current: string, sections: readonly Section[]): Html {
  const currentPageAttribute = (slug: string) => slug === current && html` aria-current="page"`;
  return html`<nav class="nav" aria-label="API">
<details class="menu" open><summary>Contents</summary>
<p class="find" hidden><label for="find">Find a call</label><input id="find" type="search" autocomplete="off" aria-describedby="found"><span id="found" role="status"></span></p>
<h2>Guide</h2>
<ul>${sections.map(({ id, title }) => html`<li><a href="/api/docs#${id}">${title}</a></li>`)}</ul>
<h2>Calls</h2>
<ul>${RESOURCE_PAGES.map(
    ({ slug, title, operations }) => html`<li><details${slug === current && html` open`}><summary>${title}</summary>
<ul><li><a href="/api/docs/${slug}"${currentPageAttribute(slug)}>Overview</a></li>${operations.map(
      (operation) =>
        html`<li><a href="/api/docs/${slug}#${operationIdOf(operation)}" data-find="${nameOf(operation)} ${operation.summary}"><span class="method">${operation.method}</span> ${shortSummary(operation.summary)}</a></li>`,
    )}</ul></details></li>`,
  )}</ul>
<h2>Files</h2>
<ul><li><a href="${webApi.openApi.path}" download="deckle-openapi.json">OpenAPI document</a></li></ul>
</details></nav>`;
}

const shortSummary = (summary: string) => summary.split(/[;:]| with /)[0]!;

const guideOf = (sections: readonly Section[]): Html => html`<div class="intro"><h1>Deckle API</h1>
<p class="lead">Book promotions, follow their clicks, and get invoices from your own programs.</p></div>
${sections.map(
  ({ id, title, text, code }) => html`<section class="part" id="${id}"><div class="prose"><h2>${title}</h2>${text}</div>
<div class="examples">${code}</div></section>`,
)}`;

function resourceOf(facts: Facts, { title, about, operations }: Resource): Html {
  const records = new Set<string>();
  const parts = operations.map((operation) => operationPart(facts, operation, records));
  const recordList = recordsOf({ schemas: facts.document.components.schemas, isInput: false, records });
  const links = operations.map(
    (operation) =>
      html`<li><a href="#${operationIdOf(operation)}">${methodOf(operation)} <code>${pathOf(operation)}</code></a></li>`,
  );
  return html`<div class="intro"><h1>${title}</h1>
<p class="lead">${about}</p>
<ul class="calls">${links}</ul></div>
${parts}
${recordList && html`<section class="part" id="records"><div class="prose"><h2>Records</h2>${recordList}</div></section>`}`;
}

const pathOf = (operation: Operation) => nameOf(operation).split(' ')[1]!;
const methodOf = ({ method }: Operation) => html`<span class="method" data-method="${method}">${method}</span>`;

function operationPart(facts: Facts, operation: Operation, records: Set<string>): Html {
  const { schemas } = facts.document.components;
  const described = facts.document.paths[pathOf(operation)]![operation.method]!;
  const { parameters = [], requestBody, responses } = described;
  const id = operationIdOf(operation);
  const [head = '', ...rest] = operation.summary.split('; ');
  return html`<article class="part" id="${id}" aria-labelledby="${id}-title"><div class="prose">
<h2 id="${id}-title">${head}</h2>
<p class="address">${methodOf(operation)} <code>${pathOf(operation)}</code></p>
${rest.length > 0 && html`<p>${sentence(rest.join('; '))}</p>`}
<p>${withCode(described.description)} ${notesOf(operation)}</p>
${parametersOf(
  parameters.filter((parameter) => parameter.in === 'path'),
  'Path',
)}
${parametersOf(
  parameters.filter((parameter) => parameter.in === 'query'),
  'Query',
)}
${requestBody && html`<h3>Body</h3>${bodyOf(requestBody, { schemas, isInput: true, records })}`}
<h3>Responses</h3>${responsesOf(responses, { schemas, isInput: false, records })}
</div>
<div class="examples">${examplesOf(facts, operation)}</div></article>`;
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function notesOf(operation: Operation): Html[] {
  return [
    ...(acceptsIdempotencyKey(operation)
      ? [html`Takes an <a href="/api/docs#idempotency"><code>Idempotency-Key</code></a>. `]
      : []),
    ...(operation.rateLimited ? [html`Has a <a href="/api/docs#rate-limits">separate rate limit</a>.`] : []),
  ];
}

function parametersOf(parameters: readonly Parameter[], title: string): Html | null {
  if (!parameters.length) return null;
  return html`<h3>${title}</h3><ul class="fields">${parameters.map(({ name, required, description, schema }) => {
    const facts = [typeText(schema), ...(required ? ['required'] : []), ...defaultOf(schema)];
    return html`<li><code class="name">${name}</code> <span class="type">${facts.join(', ')}</span><br>${description}.${valuesOf(schema)}</li>`;
  })}</ul>`;
}

const defaultOf = ({ default: defaultValue }: Schema) =>
  defaultValue === undefined || typeof defaultValue === 'object' ? [] : [`default ${defaultValue}`];

function bodyOf({ content = {} }: Content, context: FieldContext): Html {
  const json = content['application/json'];
  if (json) return fieldsOf(json.schema, context) ?? html`<p>Any JSON object.</p>`;
  const [field] = Object.keys(content['multipart/form-data']?.schema.properties ?? {});
  return html`<p>A form (<code>multipart/form-data</code>) with the file <code>${field}</code>.</p>`;
}

function responsesOf(responses: Record<string, Content>, context: FieldContext): Html {
  const isSuccess = (status: string) => Number(status) < 400;
  const successes = Object.entries(responses).filter(([status]) => isSuccess(status));
  const refusals = Object.entries(responses).filter(([status]) => !isSuccess(status));
  return html`${successes.map(([status, { description, content = {} }]) => {
    const schema = content['application/json']?.schema;
    const otherTypes = Object.keys(content).filter((type) => type !== 'application/json');
    return html`<p><strong>${status}</strong> ${description}${otherTypes.length > 0 && html`: ${otherTypes.map((type) => html`<code>${type}</code> `)}`}</p>
${schema && fieldsOf(schema, context)}`;
  })}
<p><a href="/api/docs#errors">Errors</a>: ${refusals.map(
    ([status, { description }], index) => html`${index > 0 && ', '}<abbr title="${description}">${status}</abbr>`,
  )}</p>`;
}

function examplesOf(facts: Facts, operation: Operation): Html {
  const example = exampleOf(facts, operation);
  if (!example) return html``;
  const { status, response, samples, refused_because } = example;
  const shown = typeof response === 'string' ? response : JSON.stringify(response, null, 2);
  const responseBlock = response === undefined ? html`<p class="empty">No body.</p>` : codeBlock(shown);
  return html`${(Object.entries(samples) as [Language, string][]).map(([language, text]) => codeBlock(text, language))}
<figure><figcaption>Response: ${status}</figcaption>${refused_because !== undefined && html`<p class="refused">${refused_because}</p>`}${responseBlock}</figure>`;
}

/** A request in each language with the demo's response, or null without a recorded example. */
export function exampleOf({ appUrl, document }: Facts, operation: Operation) {
  const stored = (EXAMPLES as Record<string, Example>)[operationIdOf(operation)];
  if (!stored) return null;
  const { parameters = [] } = document.paths[pathOf(operation)]![operation.method]!;
  const { caller, body, path, ...example } = withAppUrl(stored, appUrl);
  const shownPath = path.replace(/\/(?=\?|$)/, '');
  const query = queryIn(path, parameters);
  return { ...example, samples: samplesOf({ operation, caller, path: shownPath, query, appUrl, body }) };
}

const withAppUrl = (example: Example, appUrl: string): Example =>
  JSON.parse(JSON.stringify(example).replaceAll('https://deckle.example', appUrl));

/** The query parameters in a path, converted to their types. */
function queryIn(path: string, parameters: readonly Parameter[]): Record<string, unknown> {
  const values = new URLSearchParams(path.split('?')[1] ?? '');
  return Object.fromEntries(
    [...values].map(([name, value]) => {
      const type = parameters.find((parameter) => parameter.name === name)?.schema.type;
      return [name, type === 'integer' ? Number(value) : type === 'boolean' ? value === 'true' : value];
    }),
  );
}
