/** Splits a model's text into options at lines of dashes and removes the decoration that models add. */
import type { AiTool } from '#shared/ai-tools.ts';

const SEPARATOR = /^\s*[-–—*_=]{3,}\s*$/m;
const ONE_LINE: readonly AiTool[] = ['title', 'pen_name'];

/** Returns at most `count` options. A truncated last option is dropped unless it is the only one. */
export function optionsIn(
  text: string,
  { tool, count, isCut }: { tool: AiTool; count: number; isCut: boolean },
): string[] {
  const parts = partsOf(text.toWellFormed().replaceAll('\0', ''), tool);
  const options = parts.map(cleaned).filter(Boolean).slice(0, count);
  return isCut && options.length > 1 && parts.length <= count ? options.slice(0, -1) : options;
}

/** Also handles models that forget the separator and number their list or write one line per option. */
function partsOf(text: string, tool: AiTool): string[] {
  const parts = text.split(SEPARATOR).filter((part) => part.trim());
  const [whole] = parts;
  if (!whole || parts.length > 1 || !ONE_LINE.includes(tool)) return parts;
  const numbered = whole.split(/^(?=\s*\d{1,2}[.)]\s)/m).filter((part) => part.trim());
  return numbered.length > 1 ? numbered : whole.split('\n').filter((line) => line.trim());
}

const cleaned = (part: string) =>
  part
    .trim()
    .replace(/^#{1,4}\s+/gm, '')
    .replace(/^(?:\*\*)?option \d{1,2}\s*[:.)-]*(?:\*\*)?\s*/i, '')
    .replace(/^\d{1,2}[.)]\s+/, '')
    .replace(/\*\*([^*\n]+)\*\*/g, '$1')
    .replace(/^["“](.+)["”]$/, '$1')
    .trim();

/**
 * Assigns streamed text to options, chunk by chunk. A line that may become a separator is held back until it's clear.
 */
export function optionStream() {
  let option = 0;
  let kept = '';
  let lineIsOpen = true;
  const take = (chunk: string, isLast = false): { option: number; text: string }[] => {
    kept += chunk;
    const pieces: { option: number; text: string }[] = [];
    const give = (text: string) => text && pieces.push({ option, text });
    for (let end = kept.indexOf('\n'); end >= 0; end = kept.indexOf('\n')) {
      const line = kept.slice(0, end + 1);
      kept = kept.slice(end + 1);
      if (lineIsOpen && SEPARATOR.test(line)) option += 1;
      else give(line);
      lineIsOpen = true;
    }
    const mayBeSeparator = lineIsOpen && /^\s*[-–—*_=]*\s*$/.test(kept);
    if (isLast ? !SEPARATOR.test(kept) : !mayBeSeparator) {
      give(kept);
      if (kept) lineIsOpen = false;
      kept = '';
    }
    return pieces;
  };
  return { take, end: () => take('', true) };
}
