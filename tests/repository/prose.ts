/**
 * Prose of a Markdown document, without code blocks, pictures and link addresses. Inline code counts as one
 * word.
 */
const extractProse = (document: string): string =>
  document
    .replaceAll(/^```[\s\S]*?^```$/gm, "")
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replaceAll(/\]\([^)]*\)/g, "]")
    .replaceAll(/`[^`]*`/g, "code")
    .replaceAll(/<https?:[^>]*>/g, "link");

const itemStart = /^(#|\s*[-*] |\s*\d+\. |>)/;

/** Paragraphs, list items and table cells of a document. */
export function findParagraphs(document: string): string[] {
  const blocks: string[] = [];
  let isOpen = false;
  for (const line of extractProse(document).split("\n")) {
    if (line.trim() === "") isOpen = false;
    else if (line.startsWith("|")) blocks.push(...line.split("|"));
    else if (isOpen && !itemStart.test(line)) blocks.push(`${blocks.pop() ?? ""} ${line}`);
    else {
      blocks.push(line);
      isOpen = true;
    }
  }
  return blocks.map((block) => block.replace(itemStart, "").trim()).filter((block) => block !== "");
}

/** Sentences of a document; a full stop, colon, question or exclamation mark before a space ends a sentence. */
export const findSentences = (document: string): string[] =>
  findParagraphs(document).flatMap((block) => block.split(/(?<=[.:?!]["*)]*)\s+/));

export const countWords = (sentence: string): number => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;
