import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../sandbox/fakes");
const fakes = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());

test("every fake is the same five files, and folders for what is more", () => {
  expect(fakes.map(({ name }) => name).toSorted()).toEqual([
    "builds",
    "captcha",
    "cloudflare",
    "email",
    "files",
    "fulex",
    "neon",
    "net-suite",
    "sms",
    "stripe",
  ]);
  const requiredFiles = ["controls.ts", "index.ts", "page.ts", "protocol.ts", "state.ts"];
  const files = fakes.map(({ name }) => [
    name,
    readdirSync(join(folder, name), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .toSorted(),
  ]);
  expect(files).toEqual(fakes.map(({ name }) => [name, requiredFiles]));
});
