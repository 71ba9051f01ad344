import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
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
  const bindings = ["FILES", "WAKE_UPS", "COARSE_LIMIT", "METRICS", "VERSION"];
  const named = [...read("docs/settings.md").matchAll(/`([A-Z][A-Z0-9_]{3,})`/g)].map(([, name = ""]) => name);
  expect([...new Set(named)].toSorted()).toEqual([...settingNames, ...commandSettings, ...bindings].toSorted());
});

/** What an attack review found not met; a requirement may not vanish from the page. */
const reviewedIds =
  "2.1.3 2.3.2 2.4.1 3.5.4 3.7.2 4.1.2 5.1.1 6.1.2 6.2.11 6.2.12 6.3.3 6.5.2 6.5.5 7.1.1 7.1.2 7.3.2 7.5.1 7.5.2 8.4.1 " +
  "10.4.6 10.4.11 10.7.1 11.1.2 13.2.1 14.1.1 14.1.2 14.2.4 15.1.2 16.1.1 16.2.1 16.3.2 16.3.3 16.4.3";

test.each([
  ["docs/security/asvs.md", undefined],
  ["docs/security/asvs-level-2.md", reviewedIds],
] as const)("%s counts its rows, and every file that it names is there", (file, ids) => {
  const text = read(file);
  const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| .+? \| (met|not met|not applicable) \| (.+) \|$/gm)];
  if (ids) expect(rows.map(([, id]) => id).join(" ")).toBe(ids);
  expect(new Set(rows.map(([, id]) => id)).size).toBe(rows.length);
  const count = (state: string) => rows.filter(([, , each]) => each === state).length;
  const [, met, notMet] =
    /(\d+) are met, (?:and |\d+ do not apply, )(\d+) are not/.exec(text) ?? expect.fail(`${file} says no numbers`);
  expect([count("met"), count("not met")]).toEqual([Number(met), Number(notMet)]);
  const files = [...text.matchAll(/`((?:tests|worker|islands)\/[^`\s]+)`/g)].map(([, name = ""]) => name);
  expect(files.filter((name) => !existsSync(join(root, name)))).toEqual([]);
});

test("npm run help prints every script of package.json with one line", () => {
  const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read("package.json")));
  const table = execFileSync(process.execPath, [join(root, "sandbox/bootstrap.mjs"), "help"], { encoding: "utf8" });
  const lines = [...table.matchAll(/^ {2}npm run (\S+) +(\S.*)$/gm)];
  expect(lines.map(([, name = ""]) => name).toSorted()).toEqual(Object.keys(scripts).toSorted());
  for (const [line] of lines) expect(line.length, line).toBeLessThanOrEqual(120);
});
