import type { MailMessage, Paragraph } from "./message.ts";

const columns = 78;

const wrap = (text: string): string => {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n");
};

const flatten = (paragraph: Paragraph): string =>
  typeof paragraph === "string"
    ? paragraph
    : paragraph.map((run) => (typeof run === "string" ? run : run.strong)).join("");

/** The text part: wrapped at 78 characters, the link unbroken on a line of its own. */
export const printText = ({ title, paragraphs, facts = [], action, footnote }: MailMessage): string => {
  const blocks = [wrap(title), ...paragraphs.map((paragraph) => wrap(flatten(paragraph)))];
  if (facts.length > 0) blocks.push(facts.map(([label, value]) => wrap(`${label}: ${value}`)).join("\n"));
  if (action) blocks.push(`${action.label}:\n${action.url}`);
  if (footnote) blocks.push(wrap(footnote));
  return `${[...blocks, "--\nCrunchBox, the account portal of CGX"].join("\n\n")}\n`;
};
