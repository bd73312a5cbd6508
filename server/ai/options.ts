/** The model's text as options: parted by lines of dashes, and rid of the decoration that models like to add. */
import type { AiTool } from '#shared/ai-tools.ts';

const SEPARATOR = /^\s*[-–—*_=]{3,}\s*$/m;
const ONE_LINE: readonly AiTool[] = ['title', 'pen_name'];

/** At most `count`. A last option that was cut off in the middle is left out, unless it is the only one. */
export function optionsIn(
  text: string,
  { tool, count, isCut }: { tool: AiTool; count: number; isCut: boolean },
): string[] {
  const parts = partsOf(text.toWellFormed().replaceAll('\0', ''), tool);
  const options = parts.map(cleaned).filter(Boolean).slice(0, count);
  return isCut && options.length > 1 && parts.length <= count ? options.slice(0, -1) : options;
}

/** Models that forget the separator number their list, or write a line for each. */
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

/** Tells, chunk by chunk, which option the text belongs to. A line that may become a separator is kept back until it is told. */
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
