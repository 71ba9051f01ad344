import { runProgram } from "../deploy/wrangler-command.ts";
import { CommandError } from "../target.ts";

/** Runs a script of this repository with its output on the terminal. @throws CommandError if the script fails */
export async function runScript(script: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const { code } = await runProgram(process.execPath, [script, ...args], { env });
  if (code !== 0) throw new CommandError(`${script} did not succeed: see its lines above.`);
}
