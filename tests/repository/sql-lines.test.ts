import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const maxWidth = 120;

/** The formatter wraps other lines but ignores template literals. */
function findWideLines(file: string, source: string): string[] {
  const lines = source.split("\n");
  const lineAt = (offset: number) => source.slice(0, offset).split("\n").length;
  const wideNumbers = new Set<number>();
  new Visitor({
    TaggedTemplateExpression({ tag, start, end }) {
      if (tag.type !== "Identifier" || tag.name !== "sql") return;
      for (let at = lineAt(start); at <= lineAt(end); at += 1)
        if ((lines[at - 1] ?? "").length > maxWidth) wideNumbers.add(at);
    },
  }).visit(parseSync(file, source).program);
  return [...wideNumbers].map((at) => `${file}:${at}`);
}

test(`no line of SQL is wider than ${maxWidth} characters`, () => {
  const files = globSync("{worker,db}/**/*.{ts,tsx}", { cwd: root });
  expect(files.length).toBeGreaterThan(150);
  const allWideLines = files.flatMap((file) => findWideLines(file, readFileSync(join(root, file), "utf8")));
  expect(allWideLines, "break these lines by hand: the formatter leaves SQL alone").toEqual([]);
});

test("a line that is too wide is found", () => {
  const wideStatement = `select ${"a, ".repeat(40)}b`;
  expect(
    findWideLines(
      "some.ts",
      `const one = sql\`\n  select 1\`;\nconst two = sql\`\n  ${wideStatement}\`;\n// ${wideStatement}`,
    ),
  ).toEqual(["some.ts:4"]);
});
