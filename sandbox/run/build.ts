import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runStep } from "../process/run-step.ts";
import { Refusal, type Renderer, root } from "../process/settings.ts";

const sources = [
  "worker",
  "islands",
  "routes",
  "db",
  "tools/vite",
  "vite.config.ts",
  "tsconfig.json",
  "package-lock.json",
];

const builds = new Map<Renderer, Promise<void>>();

/** Builds dist/<renderer> unless it is fresh, once per process. Throws a Refusal if the build fails. */
export function ensureBuild(renderer: Renderer): Promise<void> {
  const build = builds.get(renderer) ?? makeBuild(renderer);
  builds.set(renderer, build);
  return build;
}

async function makeBuild(renderer: Renderer): Promise<void> {
  const dist = join(root, "dist", renderer);
  const stampPath = join(dist, ".built-from");
  const stamp = hashFiles(sources, renderer);
  const isBuilt = existsSync(join(dist, "worker/index.js")) && existsSync(stampPath);
  if (isBuilt && readFileSync(stampPath, "utf8") === stamp) {
    console.log(`The build is fresh (${renderer}).`);
    return;
  }
  console.log(`Building (${renderer}) ...`);
  const startedAt = performance.now();
  const result = await runStep("vite", ["build", "--logLevel", "warn"], {
    env: { RENDERER: renderer, LOCAL_PAGES: "true" },
  });
  if (result.code !== 0) throw new Refusal(`The build failed: mend what vite says above, then start again.`);
  writeFileSync(stampPath, stamp);
  console.log(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

function hashFiles(paths: string[], renderer: Renderer): string {
  const hash = createHash("sha256").update(renderer);
  for (const path of paths.flatMap(filesUnder)) hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest("hex");
}

function filesUnder(path: string): string[] {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return [];
  if (statSync(absolute).isFile()) return [path];
  const entries = readdirSync(absolute, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted();
}
