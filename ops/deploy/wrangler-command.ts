import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { root } from "../wrangler.ts";

export type CommandResult = { code: number; output: string };

/** Runs a program from node_modules/.bin or the PATH. Output is returned, and printed unless `quiet`. */
export function runProgram(
  program: string,
  args: string[],
  options: { input?: string; quiet?: boolean; env?: Record<string, string> } = {},
): Promise<CommandResult> {
  const { PATH = "" } = process.env;
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...options.env, PATH: `${join(root, "node_modules/.bin")}${delimiter}${PATH}` },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (!options.quiet) process.stdout.write(text);
    });
  }
  // A program may exit without reading its input, which breaks the pipe; only its exit code counts.
  child.stdin.on("error", () => {});
  child.stdin.end(options.input ?? "");
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: 127, output: error.message }));
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

export type WranglerOptions = { input?: string; quiet?: boolean; env?: Record<string, string> };

/** Runs wrangler, or the program that the environment variable WRANGLER names. */
export const wrangler = (args: string[], options: WranglerOptions = {}): Promise<CommandResult> =>
  runProgram(process.env["WRANGLER"] || "wrangler", args, {
    ...options,
    env: { WRANGLER_SEND_METRICS: "false", CI: "true", ...options.env },
  });
