import { existsSync } from "node:fs";
import { Client } from "pg";
import { rolesWith } from "../../worker/contract/people/permissions.ts";
import type { Target } from "../target.ts";
import { runScript } from "./run-script.ts";
import { isEmailAddress, type Step } from "./steps.ts";
import type { Terminal } from "./terminal.ts";

export const firstAdministrator: Step = {
  title: "First administrator",
  problem: ({ settings }) =>
    withOwner(settings, async (client) => {
      const { rowCount } = await client.query("select 1 from users where roles::text[] && $1 limit 1", [
        rolesWith("use_console"),
      ]);
      return rowCount ? undefined : "There is no administrator yet.";
    }),
  mend: async ({ settings }, terminal, problem) => {
    terminal.say(problem);
    const organization = await askFor(terminal, "Your organization:", (text) => text.length > 1);
    const email = await askFor(terminal, "Your email address:", isEmailAddress);
    const first = await askFor(terminal, "Your first name:", (text) => text.length > 0);
    const last = await askFor(terminal, "Your last name:", (text) => text.length > 0);
    terminal.say("Everybody agrees to the license before the first sign-in, you too. Its text is a file of HTML.");
    const license = await askFor(
      terminal,
      "The license, a file:",
      (text) => text.endsWith(".html") && existsSync(text),
    );
    const userArgs = ["--organization", organization, "--email", email, "--first-name", first, "--last-name", last];
    const licenseArgs = ["--license", license, "--license-version", new Date().toISOString().slice(0, 7)];
    const env = { DATABASE_URL: settings["MIGRATION_DATABASE_URL"] ?? "" };
    await runScript("db/first-admin.ts", [...userArgs, ...licenseArgs], env);
    terminal.say(`Open ${settings["PUBLIC_URL"]}/recover-password and follow the mail: it sets your password.`);
    terminal.say("Then sign in, and add a passkey or an authenticator app: the console opens after that.");
  },
};

async function askFor(terminal: Terminal, label: string, isRight: (text: string) => boolean): Promise<string> {
  for (;;) {
    const text = await terminal.ask(label);
    if (isRight(text)) return text;
    terminal.say(`"${text}" is not that.`);
  }
}

async function withOwner<T>(settings: Target["settings"], run: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: settings["MIGRATION_DATABASE_URL"] ?? "" });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
