import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "../../sandbox/process/settings.ts";
import { brotliBytes, importedPaths, isOnDemand } from "../bench/weight.ts";

type Assets = Record<
  "early" | "lists" | "filters" | "forms" | "buttons" | "mentions" | "console" | "palette",
  string
> & {
  errors: string;
  stylesheets: Record<string, { href: string } | { css: string }>;
  islands: Record<string, { script: string; preload: string[] }>;
};

const buildFolder = join(root, "dist/preact");
const read = (path: string) => readFileSync(join(buildFolder, path), "utf8");

function withImports(paths: readonly string[]): Set<string> {
  const reachedFiles = new Set<string>();
  const queue = [...paths];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (reachedFiles.has(path)) continue;
    reachedFiles.add(path);
    queue.push(...importedPaths(read(join("client", path))).map((each) => new URL(each, `https://x${path}`).pathname));
  }
  return reachedFiles;
}

const totalBrotliBytes = (paths: Iterable<string>): number =>
  [...paths].reduce((sum, path) => sum + brotliBytes(read(join("client", path))), 0);

/** Bytes of the build for Preact in dist/preact, which must exist. */
export function measureBuild(): { console: number; sign_in: number; worker: number } {
  const assets: Assets = JSON.parse(read("assets.json"));
  const island = (name: string) => assets.islands[name]?.script ?? [];
  const consoleIslands = Object.keys(assets.islands).filter((name) => name.startsWith("admin/"));
  const { early, lists, filters, forms, buttons, mentions, palette, errors } = assets;
  const consoleFiles = withImports([
    early,
    lists,
    filters,
    forms,
    buttons,
    mentions,
    assets.console,
    palette,
    errors,
    ...consoleIslands.flatMap(island),
  ]);
  const sheet = assets.stylesheets["admin"];
  const stylePaths = sheet && "href" in sheet ? [sheet.href] : [];
  return {
    console: totalBrotliBytes([...consoleFiles, ...stylePaths]),
    sign_in: totalBrotliBytes(
      [...withImports([early, island("account/sign-in")].flat())].filter((path) => !isOnDemand(path)),
    ),
    worker: gzipSync(readFileSync(join(buildFolder, "worker/index.js"))).length,
  };
}
