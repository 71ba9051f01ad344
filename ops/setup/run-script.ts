import { run } from "../deploy/wrangler-command.ts";
import { Refusal } from "../target.ts";

/** Runs a script of this repository with its output on the terminal. @throws Refusal if the script fails */
export async function runScript(script: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const { code } = await run(process.execPath, [script, ...args], { env });
  if (code !== 0) throw new Refusal(`${script} did not succeed: see its lines above.`);
}
