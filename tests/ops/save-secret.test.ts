import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { saveSecret } from "../../ops/save-secret.ts";
import { readTarget } from "../../ops/target.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "settings-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const readSettings = (file: string) => readTarget(["--env", "staging", "--settings", file], {});

test.each([
  ["plain", "sk_test_123"],
  ["a quote", 'say "now"'],
  ["a backslash", String.raw`C:\new`],
  ["both", String.raw`"\n"`],
  ["quotes of both kinds", `"it's"`],
  ["a key of several lines", "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n"],
  ["a hash and spaces", " a # b "],
])("a setting with %s is read as it was saved, and leaves the others", async (_what, value) => {
  const file = join(folder, `${crypto.randomUUID()}.env`);
  // Some editors leave a file without a newline at the end.
  writeFileSync(file, 'FIRST="1"');
  const target = await readSettings(file);
  saveSecret(target, "CODE_PEPPER", "an earlier value");
  saveSecret(target, "CODE_PEPPER", value);
  saveSecret(target, "LAST", "2");
  expect((await readSettings(file)).settings).toMatchObject({ FIRST: "1", CODE_PEPPER: value, LAST: "2" });
});

test("a setting that the file cannot hold is refused by name, and the file stays as it is", async () => {
  const file = join(folder, "kept.env");
  writeFileSync(file, 'CODE_PEPPER="1"\n');
  const target = await readSettings(file);
  expect(() => saveSecret(target, "CODE_PEPPER", "\"'`")).toThrow(/^CODE_PEPPER has characters/);
  expect((await readSettings(file)).settings).toMatchObject({ CODE_PEPPER: "1" });
});
