import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "./settings.ts";

export interface StepOptions {
  env?: Record<string, string>;
  /** true: keep what it prints and hand it back instead of showing it. */
  quiet?: boolean;
  /** Where it runs; the project's folder when left out. */
  cwd?: string;
}

const running = new Set<ChildProcess>();

/** Runs a program of node_modules/.bin (or one on the PATH) in the project's folder; resolves with its exit code. */
export async function runStep(
  program: string,
  args: string[],
  options: StepOptions = {},
): Promise<{ code: number; output: string }> {
  const child = spawn(program, args, {
    cwd: options.cwd ?? root,
    // Its own process group, so that stopping it stops what it started.
    detached: true,
    stdio: ["ignore", options.quiet ? "pipe" : "inherit", options.quiet ? "pipe" : "inherit"],
    env: { ...process.env, ...options.env, PATH: `${join(root, "node_modules/.bin")}:${process.env["PATH"] ?? ""}` },
  });
  running.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<{ code: number; output: string }>((resolve) => {
    child.once("error", (error) => resolve({ code: 127, output: error.message }));
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
  return ended.finally(() => running.delete(child));
}

/** Ends every step that runs, with all that it started; resolves when they are gone. */
export async function stopSteps(): Promise<void> {
  const stopped = [...running].map((child) => new Promise((resolve) => child.once("close", resolve)));
  signalSteps("SIGTERM");
  const force = setTimeout(() => signalSteps("SIGKILL"), 3500);
  await Promise.all(stopped);
  clearTimeout(force);
}

function signalSteps(signal: NodeJS.Signals): void {
  for (const child of running) {
    try {
      if (child.pid) process.kill(-child.pid, signal);
    } catch {
      // It ended by itself in the meantime.
    }
  }
}
