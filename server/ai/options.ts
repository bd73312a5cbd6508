/** The options in a model's JSON answer. */

/** Schema of the answer, which the provider enforces. */
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

/** Returns at most `count` options. Of a truncated answer, only the complete ones. */
export function optionsIn(text: string, count: number): string[] {
  const seen = new Set<string>();
  for (const option of parsed(text)) {
    const clean = option.toWellFormed().replaceAll('\0', '').trim();
    if (clean) seen.add(clean);
  }
  return [...seen].slice(0, count);
}

function parsed(text: string): string[] {
  try {
    const { options } = JSON.parse(text) as { options?: unknown };
    return Array.isArray(options) ? options.filter((option) => typeof option === 'string') : [];
  } catch {
    return completeStrings(text);
  }
}

/** The strings of the list that were written to their end. */
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
