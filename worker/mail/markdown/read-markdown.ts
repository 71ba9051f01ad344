import type { Paragraph, Run } from "../message.ts";
import { toLine } from "../wording.ts";

/**
 * Reads paragraphs, lists, headings (as strong text), strong text and links to https or mailto. Anything else, above
 * all HTML, stays literal text (T5, T17).
 */
export function readMarkdown(text: string): Paragraph[] {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .split(/\n[^\S\n]*\n/)
    .map((block) => block.split("\n").map((line) => line.trim()))
    .flatMap((lines) => readBlock(lines.filter((line) => line !== "")));
}

const itemPattern = /^[-*+] +(?=\S)/;
const headingPattern = /^#{1,6} +(?=\S)/;

function readBlock(lines: string[]): Paragraph[] {
  const [first] = lines;
  if (first === undefined) return [];
  if (headingPattern.test(first))
    return [[{ strong: toLine(first.replace(headingPattern, ""), 4000) }], ...readBlock(lines.slice(1))];
  const isItem = itemPattern.test(first);
  const end = lines.findIndex((line) => itemPattern.test(line) !== isItem || headingPattern.test(line));
  const blockLines = end === -1 ? lines : lines.slice(0, end);
  const rest = readBlock(end === -1 ? [] : lines.slice(end));
  if (isItem) return [{ list: blockLines.map((line) => readRuns(line.replace(itemPattern, ""))) }, ...rest];
  return [readRuns(blockLines.join(" ")), ...rest];
}

/** An escaped character, strong text, or a link, whose address may be in angle brackets. */
const tokenPattern = /\\([!-/:-@[-`{-~])|\*\*([^*]+)\*\*|\[([^[\]]+)\]\(<?((?:https:\/\/|mailto:)[^\s<>()]+)>?\)/gi;

function readRuns(text: string): Run[] {
  const line = toLine(text, 4000);
  const runs: Run[] = [];
  let end = 0;
  for (const match of line.matchAll(tokenPattern)) {
    const [whole, escaped, strong, label, url] = match;
    runs.push(line.slice(end, match.index));
    end = match.index + whole.length;
    if (escaped !== undefined) runs.push(escaped);
    else if (strong !== undefined) runs.push({ strong });
    else runs.push({ label: label ?? "", url: url ?? "" });
  }
  return [...runs, line.slice(end)].filter((run) => run !== "");
}
