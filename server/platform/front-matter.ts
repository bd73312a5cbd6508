import { parse } from 'yaml';

/** Splits a file into its front matter and its text, with the line on which the text begins. */
export function splitMatter(path: string, file: string) {
  const [, yaml, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(file) ?? [];
  if (yaml === undefined || body === undefined) throw new Error(`${path}: begins without front matter (--- … ---)`);
  return { data: parse(yaml) as unknown, body, firstLine: yaml.split('\n').length + 3 };
}
