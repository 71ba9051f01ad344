import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { settingNames } from "../../worker/env.ts";
import { paragraphsIn, sentencesIn, wordsOf } from "./prose.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "sandbox/README.md",
  ...globSync("{docs,ops}/**/*.md", { cwd: root }),
];

test("README.md has at most 9,000 bytes", () => {
  expect(Buffer.byteLength(read("README.md"))).toBeLessThanOrEqual(9000);
});

test.each(documents)("%s has sentences of at most 25 words and paragraphs of at most 90", (file) => {
  const document = read(file);
  const longSentences = sentencesIn(document).filter((sentence) => wordsOf(sentence) > 25);
  expect(longSentences, "split these sentences; inline code counts as one word").toEqual([]);
  const longParagraphs = paragraphsIn(document).filter((paragraph) => wordsOf(paragraph) > 90);
  expect(longParagraphs, "split these paragraphs").toEqual([]);
});

test("a long sentence is found in a paragraph, a list and a table", () => {
  const long = `${"word ".repeat(26)}end.`;
  for (const document of [long, `- Short. ${long}`, `| a | ${long} |`])
    expect(sentencesIn(document).filter((sentence) => wordsOf(sentence) > 25)).toHaveLength(1);
  expect(sentencesIn(`Short, \`${long}\`.\n\n\`\`\`\n${long}\n\`\`\``)).toEqual(["Short, code."]);
});

test("docs/settings.md names every setting of worker/env.ts, and no other", () => {
  const commandSettings = [
    "MIGRATION_DATABASE_URL",
    "EMAIL_ADMIN_KEY",
    "NETSUITE_CERTIFICATE_ENDS",
    "CLOUDFLARE_API_TOKEN",
    "CLOUDFLARE_ACCOUNT_ID",
  ];
  const bindings = ["FILES", "WAKE_UPS", "COARSE_LIMIT", "VERSION"];
  const named = [...read("docs/settings.md").matchAll(/`([A-Z][A-Z0-9_]{3,})`/g)].map(([, name = ""]) => name);
  expect([...new Set(named)].toSorted()).toEqual([...settingNames, ...commandSettings, ...bindings].toSorted());
});

test("npm run help prints every script of package.json with one line", () => {
  const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read("package.json")));
  const table = execFileSync(process.execPath, [join(root, "sandbox/bootstrap.mjs"), "help"], { encoding: "utf8" });
  const lines = [...table.matchAll(/^ {2}npm run (\S+) +(\S.*)$/gm)];
  expect(lines.map(([, name = ""]) => name).toSorted()).toEqual(Object.keys(scripts).toSorted());
  for (const [line] of lines) expect(line.length, line).toBeLessThanOrEqual(120);
});
