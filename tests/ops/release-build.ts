import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { runStep } from "../../sandbox/process/run-step.ts";
import { root } from "../../sandbox/process/settings.ts";

/**
 * The build of one commit is cached in dist/, because the runtime reads modules only below the folder that it starts
 * in.
 */
export async function buildRelease(commit: string): Promise<string> {
  const cachedBuild = join(root, "dist", `release-${commit}`);
  if (existsSync(cachedBuild)) return cachedBuild;
  for (const olderBuild of globSync("dist/release-*", { cwd: root }))
    rmSync(join(root, olderBuild), { recursive: true });
  mkdirSync(join(root, "test-results"), { recursive: true });
  const checkout = mkdtempSync(join(root, "test-results/release-"));
  try {
    const archive = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 512 * 1024 * 1024 });
    execFileSync("tar", ["-x", "-C", checkout], { input: archive });
    symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));
    const buildResult = await runStep("vite", ["build", "--logLevel", "warn"], {
      cwd: checkout,
      quiet: true,
      env: { RENDERER: "preact", NODE_ENV: "production" },
    });
    if (buildResult.code !== 0) throw new Error(buildResult.output);
    mkdirSync(join(root, "dist"), { recursive: true });
    renameSync(join(checkout, "dist/preact"), cachedBuild);
    return cachedBuild;
  } finally {
    rmSync(checkout, { recursive: true, force: true });
  }
}
