import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "../../sandbox/process/settings.ts";
import { brotliBytes, importedIn, isOnDemand } from "../bench/weight.ts";

type Assets = Record<
  "early" | "lists" | "filters" | "forms" | "buttons" | "mentions" | "console" | "palette",
  string
> & {
  errors: string;
  stylesheets: Record<string, { href: string } | { css: string }>;
  islands: Record<string, { script: string; preload: string[] }>;
};

const built = join(root, "dist/preact");
const read = (path: string) => readFileSync(join(built, path), "utf8");

/** The files with all that they import. */
function withImports(paths: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const waiting = [...paths];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    waiting.push(...importedIn(read(join("client", path))).map((each) => new URL(each, `https://x${path}`).pathname));
  }
  return reached;
}

const sumOf = (paths: Iterable<string>): number =>
  [...paths].reduce((sum, path) => sum + brotliBytes(read(join("client", path))), 0);

/** Bytes of the build. Needs a build for Preact, as `npm run build` makes it. */
export function buildWeights(): { console: number; sign_in: number; worker: number } {
  const assets: Assets = JSON.parse(read("assets.json"));
  const island = (name: string) => assets.islands[name]?.script ?? [];
  const ofConsole = Object.keys(assets.islands).filter((name) => name.startsWith("admin/"));
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
    ...ofConsole.flatMap(island),
  ]);
  const sheet = assets.stylesheets["admin"];
  const style = sheet && "href" in sheet ? [sheet.href] : [];
  return {
    console: sumOf([...consoleFiles, ...style]),
    sign_in: sumOf([...withImports([early, island("account/sign-in")].flat())].filter((path) => !isOnDemand(path))),
    worker: gzipSync(readFileSync(join(built, "worker/index.js"))).length,
  };
}
