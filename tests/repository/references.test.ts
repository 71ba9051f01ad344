import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import {
  findCommentTexts,
  findFileNames,
  findDeadReferences,
  findCodeNames,
  findPaths,
  findRequirements,
  findScripts,
} from "./references.ts";

const root = join(import.meta.dirname, "../..");
const readText = (file: string) => readFileSync(join(root, file), "utf8");
const trackedFiles = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root });
const files = trackedFiles
  .toString()
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(root, file)));
const sources = files.filter((file) =>
  /^(worker|routes|islands|db|ops|sandbox|tools|tests)\b.*\.(ts|tsx|mjs|js|css)$|^\.oxlintrc/.test(file),
);
const documents = files.filter((file) => file.endsWith(".md"));

const requirements = new Map(
  [...readText("docs/requirements.md").matchAll(/^- \*\*(\S+)\*\* (.+)$/gm)].map(([, name = "", text = ""]) => [
    name,
    text,
  ]),
);

test("every requirement that a comment names stands in docs/requirements.md", () => {
  expect(sources.length).toBeGreaterThan(300);
  const unknownRequirements = sources.flatMap((file) =>
    findRequirements(file, readText(file)).flatMap((name) => (requirements.has(name) ? [] : [`${file}: ${name}`])),
  );
  expect(unknownRequirements).toEqual([]);
});

test("every code of a requirement stands there once, with its text", () => {
  expect(readText("docs/requirements.md").match(/^- \*\*/gm)).toHaveLength(requirements.size);
  for (const [name, text] of requirements) expect(text.length, name).toBeGreaterThan(30);
});

test("no comment leads to a document that is not here", () => {
  const deadReferences = sources.flatMap((file) =>
    findDeadReferences(
      file,
      readText(file),
      (path) => existsSync(join(root, path)) || existsSync(join(root, dirname(file), path)),
    ).map((what) => `${file}: ${what}`),
  );
  expect(deadReferences).toEqual([]);
});

test("every file that a comment names exists", () => {
  const missingFiles = sources.flatMap((file) =>
    findFileNames(file, readText(file)).flatMap((path) =>
      files.some((each) => each === path || each.endsWith(`/${path}`)) ? [] : [`${file}: ${path}`],
    ),
  );
  expect(missingFiles).toEqual([]);
});

test("people are they, in comments and documents", () => {
  const gendered = /\b(he|she|him|her|his|hers|himself|herself)\b/i;
  const genderedLines = [...sources, ...documents]
    .filter((file) => !file.startsWith("tests/repository/"))
    .flatMap((file) => {
      const lines = file.endsWith(".md") ? readText(file).split("\n") : findCommentTexts(file, readText(file));
      return lines.filter((line) => gendered.test(line)).map((line) => `${file}: ${line.trim()}`);
    });
  expect(genderedLines).toEqual([]);
});

test("every path in a document exists", () => {
  const missingPaths = documents.flatMap((file) =>
    findPaths(readText(file)).flatMap((path) =>
      [root, join(root, dirname(file))].some((from) => globSync(path, { cwd: from }).length > 0)
        ? []
        : [`${file}: ${path}`],
    ),
  );
  expect(missingPaths).toEqual([]);
});

test("every name in the README, the architecture and the guides exists in the code", () => {
  const codeNames = new Set(
    files
      .filter((file) => /\.(tsx?|mjs|sql|css|toml|json)$/.test(file) && !/^(package-lock|migrations\/meta)/.test(file))
      .flatMap((file) => readText(file).match(/[\w$]+/g) ?? []),
  );
  const checkedDocuments = documents.filter((file) =>
    /^(README|docs\/(architecture|glossary)|docs\/guides\/.+)\.md$/.test(file),
  );
  expect(checkedDocuments.length).toBeGreaterThan(7);
  const missingNames = checkedDocuments.flatMap((file) =>
    findCodeNames(readText(file)).flatMap((name) => (codeNames.has(name) ? [] : [`${file}: ${name}`])),
  );
  expect(missingNames).toEqual([]);
});

test("every script in a document exists", () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readText("package.json")));
  const scriptNames = new Set(Object.keys(scripts));
  const missingScripts = documents.flatMap((file) =>
    findScripts(readText(file)).flatMap((name) => (scriptNames.has(name) ? [] : [`${file}: ${name}`])),
  );
  expect(missingScripts).toEqual([]);
});

test("a reference that leads nowhere is found", () => {
  expect(findRequirements("some.ts", 'const at = 1; // see O-999 and T99\nconst no = "O-111";')).toEqual([
    "O-999",
    "T99",
  ]);
  expect(findRequirements("some.ts", "/** O-046 to O-048 */")).toEqual(["O-046", "O-048", "O-047"]);
  expect(findRequirements("some.ts", 'const checks = { "M9 tax": 1 };')).toEqual(["M9"]);
  expect(
    findDeadReferences(
      "some.ts",
      "// rules.md, section 6\n// RFC 7636 section 4.6\n// README.md, as in issue 9",
      (path) => path === "README.md",
    ),
  ).toEqual(["rules.md", "section 6", "issue 9"]);
  expect(
    findPaths("see `worker/http/gone.ts`, [it](tests/x.md), `<name>.ts`, `routes/v1/<area>/*.ts` and `npm test`"),
  ).toEqual(["worker/http/gone.ts", "routes/v1/*/*.ts", "tests/x.md"]);
  expect(findCodeNames("`goneName(ctx, id)`, `stillHere`, `listX`, `on` and `a path/of.ts`")).toEqual([
    "goneName",
    "stillHere",
  ]);
  expect(findScripts("`npm run nothing`, npm test")).toEqual(["nothing"]);
});
