import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../sandbox/process/settings.ts";
import { affectedTests } from "./affected-tests.ts";

const git = (...args: string[]): string[] =>
  execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean);

function listChangedFiles(): string[] {
  const [base = "HEAD"] = execFileSync("git", ["merge-base", "HEAD", "main"], { cwd: root, encoding: "utf8" }).split(
    "\n",
  );
  return [...git("diff", "--name-only", "-z", base), ...git("ls-files", "--others", "--exclude-standard", "-z")];
}

export function findAffectedTests(): string[] {
  const codeFiles = git("ls-files", "--cached", "--others", "--exclude-standard", "-z").filter((file) =>
    /\.tsx?$/.test(file),
  );
  const changed = listChangedFiles();
  const sources = new Map(
    codeFiles.flatMap((file) => {
      try {
        return [[file, readFileSync(join(root, file), "utf8")] as const];
      } catch {
        return []; // deleted but still in the index
      }
    }),
  );
  return affectedTests(changed, sources);
}
