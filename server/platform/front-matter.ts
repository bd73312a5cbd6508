import { parse } from 'yaml';

/** Splits a file into its front matter and its body, with the number of the body's first line. */
export function splitFrontMatter(path: string, file: string) {
  const [, yaml, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(file) ?? [];
  if (yaml === undefined || body === undefined) throw new Error(`${path}: doesn’t start with front matter (--- … ---)`);
  return { data: parse(yaml) as unknown, body, firstLine: yaml.split('\n').length + 3 };
}
