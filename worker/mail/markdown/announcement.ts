import type { MailPayload } from "../../contract/notification-types.ts";
import type { MustReadReason } from "../../contract/notification-store-types.ts";
import type { MailMessage, Paragraph, Run } from "../message.ts";
import { optOut } from "../sendable.ts";
import { flatten } from "../text.ts";
import { greet, toLine } from "../wording.ts";

export const announcement = (payload: MailPayload<"announcement">): MailMessage => ({
  ...writtenMessage(payload),
  ...optOut(payload),
});

const topics: Record<MustReadReason, string> = {
  safety: "your safety",
  security: "the security of your account, devices or data",
  contract: "your contract with us",
};

export const mustRead = (payload: MailPayload<"mustRead">): MailMessage => ({
  ...writtenMessage(payload),
  footnote: `This message is about ${topics[payload.reason]}. You get it even if you turned reminders and news off, and it cannot be turned off.`,
});

function writtenMessage(payload: MailPayload<"announcement" | "mustRead">): MailMessage {
  const paragraphs = readMarkdown(payload.message);
  return {
    subject: toLine(payload.subject),
    preheader: toLine(paragraphs.map(flatten).join(" ")),
    title: toLine(payload.subject),
    greeting: greet(payload),
    paragraphs,
  };
}

/**
 * Paragraphs, lists, headings (as strong text), strong text and links to https or mailto. Anything else, above all
 * HTML, stays literal text (T5, T17).
 */
function readMarkdown(text: string): Paragraph[] {
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
