import type { Paragraph, Run } from "../message.ts";
import { toLine } from "../wording.ts";

/**
 * Paragraphs, lists, headings (as strong text), strong text and links to https or mailto. Anything else, above all
 * HTML, stays literal text (T5, T17).
 */
export function readMarkdown(text: string): Paragraph[] {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .split(/\n[^\S\n]*\n/)
    .map((block) => block.split("\n").map((line) => line.trim()))
    .flatMap((lines) => readBlock(lines.filter((line) => line !== "")));
}

const item = /^[-*+] +(?=\S)/;
const heading = /^#{1,6} +(?=\S)/;

function readBlock(lines: string[]): Paragraph[] {
  const [first] = lines;
  if (first === undefined) return [];
  if (heading.test(first))
    return [[{ strong: toLine(first.replace(heading, ""), 4000) }], ...readBlock(lines.slice(1))];
  const kind = item.test(first);
  const end = lines.findIndex((line) => item.test(line) !== kind || heading.test(line));
  const own = end === -1 ? lines : lines.slice(0, end);
  const rest = readBlock(end === -1 ? [] : lines.slice(end));
  if (kind) return [{ list: own.map((line) => readRuns(line.replace(item, ""))) }, ...rest];
  return [readRuns(own.join(" ")), ...rest];
}

/** An escaped character, strong text, or a link, whose address may be in angle brackets. */
const token = /\\([!-/:-@[-`{-~])|\*\*([^*]+)\*\*|\[([^[\]]+)\]\(<?((?:https:\/\/|mailto:)[^\s<>()]+)>?\)/gi;

function readRuns(text: string): Run[] {
  const line = toLine(text, 4000);
  const runs: Run[] = [];
  let end = 0;
  for (const match of line.matchAll(token)) {
    const [whole, escaped, strong, label, url] = match;
    runs.push(line.slice(end, match.index));
    end = match.index + whole.length;
    if (escaped !== undefined) runs.push(escaped);
    else if (strong !== undefined) runs.push({ strong });
    else runs.push({ label: label ?? "", url: url ?? "" });
  }
  return [...runs, line.slice(end)].filter((run) => run !== "");
}
