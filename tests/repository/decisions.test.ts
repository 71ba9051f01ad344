import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { countWords } from "./prose.ts";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "docs/decisions");
const decisionForm =
  /^# ADR-(\d{3}): (.+)\n\nDate: (20\d\d-\d\d-\d\d)\n\n## Context\n\n[\s\S]{20,}\n\n## Decision\n\n[\s\S]{20,}\n\n## Consequences\n\n[\s\S]{10,}\n$/;
/** A decision fills at most half a page. */
const maxWords = 220;

const decisions = globSync("[0-9]*.md", { cwd: folder })
  .toSorted()
  .map((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    const [, number = "", title = "", date = ""] = decisionForm.exec(text) ?? [];
    return { file, text, number, title, date };
  });

const toSlug = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

test("every decision has number, title, date, context, decision and consequences, on half a page", () => {
  expect(decisions.length).toBeGreaterThan(40);
  for (const { file, text, number, title } of decisions) {
    expect(basename(file), "is not of the form of a decision").toBe(`${number}-${toSlug(title)}.md`);
    expect(countWords(text), file).toBeLessThanOrEqual(maxWords);
  }
  expect(decisions.map(({ number }) => Number(number))).toEqual(decisions.map((_, i) => i + 1));
});

test("docs/decisions/README.md lists every decision", async () => {
  const rows = decisions.map(({ file, number, title, date }) => `| ADR-${number} | [${title}](${file}) | ${date} |`);
  const index = [
    "# Decisions",
    "",
    "What was decided between two designs, why, and what it costs. Code cites a decision as `ADR-012`.",
    "",
    "A new decision is the next number in the form of the others. A decision that is replaced stays, and says by which one.",
    "",
    "Generated: `npm test -- --only api tests/repository/decisions.test.ts -u`.",
    "",
    "| number | decision | date |",
    "|---|---|---|",
    ...rows,
    "",
  ];
  await expect(index.join("\n")).toMatchFileSnapshot("../../docs/decisions/README.md");
});

test("every decision that code or a document cites exists, and each is cited", () => {
  const trackedFiles = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root });
  const sources = trackedFiles
    .toString()
    .split("\n")
    .filter((file) => /\.(ts|tsx|mjs|js|sql|css|md)$/.test(file) && existsSync(join(root, file)));
  const knownDecisions = new Set(decisions.map(({ number }) => `ADR-${number}`));
  const citations = sources.flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/\bADR-\d{3}\b/g)].map(([name]) => ({ file, name })),
  );
  expect(citations.filter(({ name }) => !knownDecisions.has(name))).toEqual([]);
  const citedElsewhere = new Set(
    citations.filter(({ file }) => !/^(docs\/decisions|tests\/repository)\//.test(file)).map(({ name }) => name),
  );
  expect([...knownDecisions].filter((name) => !citedElsewhere.has(name))).toEqual([]);
});
