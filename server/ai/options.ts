/** Parser of the options in a model's JSON output. */

/** Schema of the output, which the provider enforces. */
export const OPTIONS_SCHEMA = {
  type: 'json_schema',
  json_schema: {
    name: 'suggestions',
    strict: true,
    schema: {
      type: 'object',
      properties: { options: { type: 'array', items: { type: 'string' } } },
      required: ['options'],
      additionalProperties: false,
    },
  },
} as const;

/** Returns at most `count` options; if the output was truncated, only the complete ones. */
export function optionsIn(text: string, count: number): string[] {
  const unique = new Set<string>();
  for (const option of parseOptions(text)) {
    const clean = option.toWellFormed().replaceAll('\0', '').trim();
    if (clean) unique.add(clean);
  }
  return [...unique].slice(0, count);
}

function parseOptions(text: string): string[] {
  try {
    const { options } = JSON.parse(text) as { options?: unknown };
    return Array.isArray(options) ? options.filter((option) => typeof option === 'string') : [];
  } catch {
    return completeStrings(text);
  }
}

/** The complete strings in the truncated list. */
function completeStrings(text: string): string[] {
  const list = /^\s*\{\s*"options"\s*:\s*\[/.exec(text);
  if (!list) return [];
  return [...text.slice(list[0].length).matchAll(/"(?:[^"\\]|\\.)*"(?=\s*[,\]])/g)].flatMap(([string]) => {
    try {
      return [JSON.parse(string) as string];
    } catch {
      return [];
    }
  });
}
