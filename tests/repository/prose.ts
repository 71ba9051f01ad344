/**
 * The prose of a Markdown document: without code blocks, pictures and the addresses of links. Inline code counts as one
 * word.
 */
const proseOf = (document: string): string =>
  document
    .replaceAll(/^```[\s\S]*?^```$/gm, "")
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replaceAll(/\]\([^)]*\)/g, "]")
    .replaceAll(/`[^`]*`/g, "code")
    .replaceAll(/<https?:[^>]*>/g, "link");

const itemStart = /^(#|\s*[-*] |\s*\d+\. |>)/;

/** The paragraphs, list items and table cells of a document. */
export function paragraphsIn(document: string): string[] {
  const blocks: string[] = [];
  let isOpen = false;
  for (const line of proseOf(document).split("\n")) {
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

/** Sentences end with a full stop or a colon before a space. */
export const sentencesIn = (document: string): string[] =>
  paragraphsIn(document).flatMap((block) => block.split(/(?<=[.:?!]["*)]*)\s+/));

export const wordsOf = (sentence: string): number => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;
