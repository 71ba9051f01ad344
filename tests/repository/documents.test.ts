import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { settingNames } from "../../worker/env.ts";
import { findParagraphs, findSentences, countWords } from "./prose.ts";

const root = join(import.meta.dirname, "../..");
const readText = (file: string) => readFileSync(join(root, file), "utf8");
const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "sandbox/README.md",
  ...globSync("{docs,ops}/**/*.md", { cwd: root }),
];

test("README.md has at most 9,000 bytes", () => {
  expect(Buffer.byteLength(readText("README.md"))).toBeLessThanOrEqual(9000);
});

test.each(documents)("%s has sentences of at most 25 words and paragraphs of at most 90", (file) => {
  const document = readText(file);
  const longSentences = findSentences(document).filter((sentence) => countWords(sentence) > 25);
  expect(longSentences, "split these sentences; inline code counts as one word").toEqual([]);
  const longParagraphs = findParagraphs(document).filter((paragraph) => countWords(paragraph) > 90);
  expect(longParagraphs, "split these paragraphs").toEqual([]);
});

test("a long sentence is found in a paragraph, a list and a table", () => {
  const longSentence = `${"word ".repeat(26)}end.`;
  for (const document of [longSentence, `- Short. ${longSentence}`, `| a | ${longSentence} |`])
    expect(findSentences(document).filter((sentence) => countWords(sentence) > 25)).toHaveLength(1);
  expect(findSentences(`Short, \`${longSentence}\`.\n\n\`\`\`\n${longSentence}\n\`\`\``)).toEqual(["Short, code."]);
});

test("docs/settings.md names every setting of worker/env.ts, and no other", () => {
  const commandSettings = [
    "MIGRATION_DATABASE_URL",
    "EMAIL_ADMIN_KEY",
    "NETSUITE_CERTIFICATE_ENDS",
    "CLOUDFLARE_API_TOKEN",
    "CLOUDFLARE_ACCOUNT_ID",
  ];
  const bindings = ["FILES", "WAKE_UPS", "COARSE_LIMIT", "METRICS", "VERSION"];
  const documentedSettings = [...readText("docs/settings.md").matchAll(/`([A-Z][A-Z0-9_]{3,})`/g)].map(
    ([, name = ""]) => name,
  );
  expect([...new Set(documentedSettings)].toSorted()).toEqual(
    [...settingNames, ...commandSettings, ...bindings].toSorted(),
  );
});

/** ASVS requirements that a security review found unmet; docs/security/asvs-level-2.md must list exactly these. */
const reviewedIds =
  "2.1.3 2.3.2 2.4.1 3.5.4 3.7.2 4.1.2 5.1.1 6.1.2 6.2.11 6.2.12 6.3.3 6.5.2 6.5.5 7.1.1 7.1.2 7.3.2 7.5.1 7.5.2 8.4.1 " +
  "10.4.6 10.4.11 10.7.1 11.1.2 13.2.1 14.1.1 14.1.2 14.2.4 15.1.2 16.1.1 16.2.1 16.3.2 16.3.3 16.4.3";

test.each([
  ["docs/security/asvs.md", undefined],
  ["docs/security/asvs-level-2.md", reviewedIds],
] as const)("%s counts its rows, and every file that it names is there", (file, ids) => {
  const text = readText(file);
  const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| .+? \| (met|not met|not applicable) \| (.+) \|$/gm)];
  if (ids) expect(rows.map(([, id]) => id).join(" ")).toBe(ids);
  expect(new Set(rows.map(([, id]) => id)).size).toBe(rows.length);
  const countState = (state: string) => rows.filter(([, , each]) => each === state).length;
  const [, met, notMet] =
    /(\d+) are met, (?:and |\d+ do not apply, )(\d+) are not/.exec(text) ?? expect.fail(`${file} says no numbers`);
  expect([countState("met"), countState("not met")]).toEqual([Number(met), Number(notMet)]);
  const files = [...text.matchAll(/`((?:tests|worker|islands)\/[^`\s]+)`/g)].map(([, name = ""]) => name);
  expect(files.filter((name) => !existsSync(join(root, name)))).toEqual([]);
});

test("npm run help prints every script of package.json with one line", () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readText("package.json")));
  const table = execFileSync(process.execPath, [join(root, "sandbox/bootstrap.mjs"), "help"], { encoding: "utf8" });
  const lines = [...table.matchAll(/^ {2}npm run (\S+) +(\S.*)$/gm)];
  expect(lines.map(([, name = ""]) => name).toSorted()).toEqual(Object.keys(scripts).toSorted());
  for (const [line] of lines) expect(line.length, line).toBeLessThanOrEqual(120);
});
