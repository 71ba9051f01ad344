import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { migrate, workerRole } from "../../db/migrate.ts";
import { saveSecret } from "../save-secret.ts";
import { runCommand } from "../run-command.ts";
import { readTarget, CommandError } from "../target.ts";

/**
 * `npm run db:roles -- --env staging` creates the worker's database role, or renews its password, migrates the
 * database, and saves the role's connection string as DATABASE_URL. Prints no secrets.
 */
await runCommand(async (args) => {
  const target = await readTarget(args, process.env);
  const { MIGRATION_DATABASE_URL } = target.settings;
  if (!MIGRATION_DATABASE_URL)
    throw new CommandError("Set MIGRATION_DATABASE_URL to the connection string of the owner.");
  const password = randomBytes(24).toString("hex");
  const client = new Client({ connectionString: MIGRATION_DATABASE_URL });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [workerRole]);
    // Role statements accept no parameters; the password is our own hexadecimal text.
    await client.query(`${rowCount ? "alter" : "create"} role ${workerRole} login password '${password}'`);
  } finally {
    await client.end();
  }
  await migrate(MIGRATION_DATABASE_URL);
  const url = new URL(MIGRATION_DATABASE_URL);
  url.username = workerRole;
  url.password = password;
  saveSecret(target, "DATABASE_URL", url.href);
  console.log(`${workerRole} is there, and DATABASE_URL of ${target.file} signs in as it. Deploy to use it.`);
  return 0;
});
