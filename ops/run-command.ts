import { IncompleteHistoryError } from "../db/migrate.ts";
import { CommandError } from "./target.ts";

/** Runs a command and sets the exit code, 1 after an error. A CommandError prints its message without a stack. */
export async function runCommand(command: (args: string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof CommandError || error instanceof IncompleteHistoryError ? error.message : error);
    process.exitCode = 1;
  }
}
