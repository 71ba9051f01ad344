import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "./settings.ts";

export interface StepOptions {
  env?: Record<string, string>;
  /** Returns the output instead of printing it. */
  quiet?: boolean;
  /** Default: the project's folder. */
  cwd?: string;
}

const running = new Set<ChildProcess>();

/**
 * Runs a program from node_modules/.bin or the PATH. Resolves with the exit code: 127 if the program cannot start, 1 if
 * a signal ends it.
 */
export async function runStep(
  program: string,
  args: string[],
  options: StepOptions = {},
): Promise<{ code: number; output: string }> {
  const child = spawn(program, args, {
    cwd: options.cwd ?? root,
    // A process group of its own, so that stopping includes child processes.
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

/** Stops all running programs and their child processes; resolves when they have exited. */
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
      // The process has already exited.
    }
  }
}
