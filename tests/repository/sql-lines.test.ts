import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const widthMax = 120;

/** The lines of a file's SQL that are too wide: the formatter, which minds all other code, leaves templates alone. */
function wideLines(file: string, source: string): string[] {
  const lines = source.split("\n");
  const lineOf = (offset: number) => source.slice(0, offset).split("\n").length;
  const wide = new Set<number>();
  new Visitor({
    TaggedTemplateExpression({ tag, start, end }) {
      if (tag.type !== "Identifier" || tag.name !== "sql") return;
      for (let at = lineOf(start); at <= lineOf(end); at += 1)
        if ((lines[at - 1] ?? "").length > widthMax) wide.add(at);
    },
  }).visit(parseSync(file, source).program);
  return [...wide].map((at) => `${file}:${at}`);
}

test(`no line of SQL is wider than ${widthMax} characters`, () => {
  const files = globSync("{worker,db}/**/*.{ts,tsx}", { cwd: root });
  expect(files.length).toBeGreaterThan(150);
  const wide = files.flatMap((file) => wideLines(file, readFileSync(join(root, file), "utf8")));
  expect(wide, "break these lines by hand: the formatter leaves SQL alone").toEqual([]);
});

test("a line that is too wide is found", () => {
  const wide = `select ${"a, ".repeat(40)}b`;
  expect(wideLines("some.ts", `const one = sql\`\n  select 1\`;\nconst two = sql\`\n  ${wide}\`;\n// ${wide}`)).toEqual(
    ["some.ts:4"],
  );
});
