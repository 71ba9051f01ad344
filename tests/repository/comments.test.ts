import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const maxWidth = 120;
const files = globSync("{worker,routes,islands,db,ops,sandbox,tools,tests}/**/*.{ts,tsx}", {
  cwd: root,
  exclude: ["sandbox/node/**"],
});
const isProduct = (file: string) => /^(worker|routes|islands|db|ops)\//.test(file);

type Comment = { file: string; line: number; source: string; text: string };

const comments = files.flatMap((file): Comment[] => {
  const source = readFileSync(join(root, file), "utf8");
  return parseSync(file, source).comments.map(({ start, end, value }) => ({
    file,
    line: source.slice(0, start).split("\n").length,
    source: source.slice(source.lastIndexOf("\n", start) + 1, end),
    text: value.replaceAll(/\s*\n\s*\*?\s*/g, " ").replace(/^\*?\s*/, ""),
  }));
});
const formatPlaces = (found: Comment[]) => found.map(({ file, line, text }) => `${file}:${line} ${text.slice(0, 80)}`);

test(`no line of a comment is wider than ${maxWidth} characters, unless it is an address`, () => {
  expect(comments.length).toBeGreaterThan(4000);
  const isWide = (line: string) =>
    line.length > maxWidth && /\S+\s+\S+\s/.test(line.replace(/^\s*(\/\*\*?|\/\/|\*)/, ""));
  expect(formatPlaces(comments.filter(({ source }) => source.split("\n").some(isWide)))).toEqual([]);
});

test("a comment of the product names its subject", () => {
  const unnamedSubjects = comments.filter(
    ({ file, text }) => isProduct(file) && /^(What|Who|Whoever|Its|Those) /.test(text),
  );
  expect(formatPlaces(unnamedSubjects)).toEqual([]);
});

/** Words of our own for things with a name in the field: public API, database function, static SQL, fake, again. */
const houseWords = /\b(front doors?|kept plans?|precompiled|stand-ins?|anew)\b/i;

test("no comment has a word of ours where the field has one", () => {
  expect(formatPlaces(comments.filter(({ text }) => houseWords.test(text)))).toEqual([]);
});
