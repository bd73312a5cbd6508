/** Checks HTML with html-validate. `npm run markup` also checks the pages of three crawls with the Nu checker. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],
  elements: [
    'html5',
    {
      meta: {
        attributes: {
          property: {
            allowed: (node: { hasAttribute(name: string): boolean }) =>
              node.hasAttribute('content') ? null : 'the element has no content',
          },
        },
      },
    },
  ],
  rules: {
    // Scripts and styles come from our own origin.
    'require-sri': 'off',
    // React writes <br/>, autoFocus, and disabled="", which HTML allows and browsers read alike.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'void-style': 'off',
    // React's ids begin with an underscore.
    'valid-id': ['error', { relaxed: true }],
    // Some sizes depend on data.
    'no-inline-style': 'off',
    // A text field is the default.
    'no-implicit-input-type': 'off',
    // Several checkboxes with one name are one field.
    'form-dup-name': ['error', { shared: ['checkbox', 'radio', 'button', 'reset', 'submit'] }],
    // A matter of taste.
    'presentation-role-style': 'off',
    // Partners see their deal as the email shows it, and email programs need these attributes.
    'no-deprecated-attr': 'off',
  },
});

/** Elements of Mantine, whose markup we can't change. */
const LIBRARY = /^<[^>]*(class="[^"]*mantine-|data-mantine-)/;

/** Returns each problem outside Mantine's elements as 'rule: message, at <the element>'. */
export async function markupProblems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  const lines = html.split('\n');
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, message, line, column }) => ({
      problem: `${ruleId}: ${message}`,
      element: tagAt(lines[line - 1]!, column - 1),
    }))
    .filter(({ element }) => !LIBRARY.test(element))
    .map(({ problem, element }) => `${problem}, at ${element.slice(0, 160)}`);
}

/** Returns the tag at a column of the line. */
const tagAt = (line: string, at: number) => {
  const start = line.lastIndexOf('<', at);
  return line.slice(Math.max(0, start), line.indexOf('>', at) + 1);
};

/** Stores the page for `npm run markup`. */
export async function storeMarkup(path: string, html: string) {
  const folder = process.env.MARKUP_DIR;
  if (folder) await writeFile(join(folder, `${encodeURIComponent(path.slice(1)) || 'index'}.html`), html);
}
