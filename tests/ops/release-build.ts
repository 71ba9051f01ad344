import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { runStep } from "../../sandbox/process/run-step.ts";
import { root } from "../../sandbox/process/settings.ts";

/**
 * The folder with a commit's build, cached in dist/ until another commit is built. It must be inside the folder that
 * the runtime starts in.
 */
export async function releaseBuild(commit: string): Promise<string> {
  const kept = join(root, "dist", `release-${commit}`);
  if (existsSync(kept)) return kept;
  for (const older of globSync("dist/release-*", { cwd: root })) rmSync(join(root, older), { recursive: true });
  mkdirSync(join(root, "test-results"), { recursive: true });
  const checkout = mkdtempSync(join(root, "test-results/release-"));
  try {
    const archive = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 512 * 1024 * 1024 });
    execFileSync("tar", ["-x", "-C", checkout], { input: archive });
    symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));
    const built = await runStep("vite", ["build", "--logLevel", "warn"], {
      cwd: checkout,
      quiet: true,
      env: { RENDERER: "preact", NODE_ENV: "production", VITEST: "" },
    });
    if (built.code !== 0) throw new Error(built.output);
    mkdirSync(join(root, "dist"), { recursive: true });
    renameSync(join(checkout, "dist/preact"), kept);
    return kept;
  } finally {
    rmSync(checkout, { recursive: true, force: true });
  }
}
