import type { MailMessage, Paragraph, Receipt, Run, Words } from "./message.ts";

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

const printRun = (run: Run): string => {
  if (typeof run === "string") return run;
  if ("url" in run) return run.label === run.url ? run.url : `${run.label} (${run.url.replace(/^mailto:/i, "")})`;
  return "mail" in run ? run.mail : run.strong;
};
const printWords = (words: Words): string => (typeof words === "string" ? words : words.map(printRun).join(""));

/** Prints a paragraph as one line, and a list as one line for each item. */
export const flatten = (paragraph: Paragraph): string =>
  typeof paragraph === "object" && "list" in paragraph
    ? paragraph.list.map((item) => `- ${printWords(item)}`).join("\n")
    : printWords(paragraph);

const printParagraph = (paragraph: Paragraph): string => flatten(paragraph).split("\n").map(wrap).join("\n");

const printPairs = (pairs: [label: string, value: string][]): string =>
  pairs.map(([label, value]) => wrap(`${label}: ${value}`)).join("\n");

const printReceipt = ({ lines, charges, total }: Receipt): string[] => {
  const items = lines.map(({ name, quantity, amount }) =>
    wrap(amount ? `${name}, ${quantity}: ${amount}` : `${name}, ${quantity}`),
  );
  return [items.join("\n"), printPairs(total ? [...charges, ["Total", total]] : charges)].filter(
    (block) => block !== "",
  );
};

/** Wrapped at 78 characters, with the link on a line of its own. */
export const printText = (message: MailMessage): string => {
  const { title, greeting, paragraphs, receipt, facts = [], action, links = [], footnote, unsubscribe_url } = message;
  const blocks = [wrap(title), wrap(greeting), ...paragraphs.map(printParagraph)];
  if (receipt) blocks.push(...printReceipt(receipt));
  if (facts.length > 0) blocks.push(printPairs(facts));
  for (const { label, url } of action ? [action, ...links] : links) blocks.push(`${label}:\n${url}`);
  if (footnote) blocks.push(wrap(footnote));
  if (unsubscribe_url)
    blocks.push(`You get reminders and news because you have an account. Unsubscribe:\n${unsubscribe_url}`);
  return `${[...blocks, "--\nCrunchBox, the account portal of CGX"].join("\n\n")}\n`;
};
