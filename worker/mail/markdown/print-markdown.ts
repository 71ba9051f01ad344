import type { MailMessage, Paragraph, Receipt, Words } from "../message.ts";

/** Escapes all characters that CommonMark may interpret (https://spec.commonmark.org/0.31.2/#backslash-escapes). */
const escapeText = (text: string): string => (plainPattern.test(text) ? text : escapeAll(text));
/** Fast path for most names and sentences: no special character, and no start of a list. */
const plainPattern = /^[A-Za-z][^\\`*_[\]<>&#|~]*$/;
/** Escapes text that does not begin a line, so that it cannot begin a list either. */
const escapeWithin = (text: string): string =>
  specialPattern.test(text) ? text.replace(specialsPattern, "\\$&") : text;
const specialPattern = /[\\`*_[\]<>&#|~]/;
const specialsPattern = new RegExp(specialPattern, "g");
const escapeAll = (text: string): string =>
  escapeWithin(text)
    .replace(/^(\s*)([-+=])/, "$1\\$2")
    .replace(/^(\s*\d+)([.)])/, "$1\\$2");

/** The URL is in angle brackets, because our links never contain the characters that would end such a URL. */
const link = (label: string, url: string): string => `[${escapeText(label)}](<${url.replaceAll("\\", "%5C")}>)`;

const printWords = (words: Words): string =>
  typeof words === "string"
    ? escapeText(words)
    : words
        .map((run, at) => {
          if (typeof run === "string") return at === 0 ? escapeText(run) : escapeWithin(run);
          if ("url" in run) return link(run.label, run.url);
          return "mail" in run ? link(run.mail, `mailto:${run.mail}`) : strong(run.strong);
        })
        .join("");

const printParagraph = (paragraph: Paragraph): string =>
  typeof paragraph === "object" && "list" in paragraph
    ? paragraph.list.map((item) => `- ${printWords(item)}`).join("\n")
    : printWords(paragraph);

const strong = (text: string): string => (text.trim() === "" ? "" : `**${escapeText(text.trim())}**`);

const printPairs = (pairs: readonly [label: string, value: string][]): string =>
  pairs.map(([label, value]) => `- ${strong(`${label}:`)} ${escapeText(value)}`).join("\n");

const printReceipt = ({ lines, charges, total }: Receipt): string => {
  const items = lines.map(({ name, quantity, amount }): [string, string] => [
    name,
    amount ? `${quantity}, ${amount}` : quantity,
  ]);
  return printPairs([...items, ...charges, ...(total ? [["Total", total] as [string, string]] : [])]);
};

/** Prints a message as CommonMark without HTML; user input cannot break out of it (T5, T17). */
export const printMarkdown = ({ paragraphs, receipt, facts = [], action, links = [] }: MailMessage): string => {
  const blocks = paragraphs.map(printParagraph);
  if (receipt) blocks.push(printReceipt(receipt));
  if (facts.length > 0) blocks.push(printPairs(facts));
  for (const { label, url } of action ? [action, ...links] : links) blocks.push(link(label, url));
  return blocks.filter((block) => block !== "").join("\n\n");
};
