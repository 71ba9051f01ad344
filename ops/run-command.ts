import { Refusal } from "./target.ts";

/** Runs a command to its end and exits with what it answers; a `Refusal` is one line and 1. */
export async function runCommand(command: (args: string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error);
    process.exitCode = 1;
  }
}
