import { Client } from "pg";
import { regionOf } from "../doctor/settings.ts";
import { commandStep, doctorCheck, questionStep, saveInToml, type Step, manualStep } from "./steps.ts";
import { runScript } from "./run-script.ts";

const oldest = 18;

const databaseOwner = questionStep({
  name: "MIGRATION_DATABASE_URL",
  label:
    "Make a Neon project with PostgreSQL 18 at https://console.neon.tech, in the region nearest to your buyers. Under Connect, turn off connection pooling and copy the connection string.",
  is_secret: true,
  goes: "file",
  check: async (_target, value) => {
    if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) return "It begins with postgresql://.";
    if (new URL(value).hostname.includes("-pooler.")) return "It goes through the pooler: turn off connection pooling.";
    const client = new Client({ connectionString: value, connectionTimeoutMillis: 10_000 });
    try {
      await client.connect();
      const { rows } = await client.query<{ major: number; may: boolean }>(
        "select current_setting('server_version_num')::int / 10000 as major, rolcreaterole or rolsuper as may from pg_roles where rolname = current_user",
      );
      const [{ major, may } = { major: 0, may: false }] = rows;
      if (major < oldest) return `This is PostgreSQL ${major}: make a project with ${oldest}.`;
      return may ? undefined : "This role may not create the worker's: copy the string of the owner.";
    } catch (error) {
      return `The database does not answer: ${error instanceof Error ? error.message : String(error)}.`;
    } finally {
      await client.end();
    }
  },
});

export const databaseSteps = (args: string[]): Step[] => [
  databaseOwner,
  // Runs only without DATABASE_URL: a new password for an existing role stops the shop until its next deployment.
  commandStep(
    "Create the worker's role in the database",
    async ({ settings }) => (settings["DATABASE_URL"] ? undefined : "missing"),
    () => runScript("ops/database/roles.ts", args),
  ),
  commandStep("Migrate the database", doctorCheck("database: migrations"), () =>
    runScript("ops/database/migrate.ts", args),
  ),
  manualStep("The worker's database", ["database: role", "database: over HTTP"]),
  commandStep("Place the worker beside the database", doctorCheck("placement"), async (target) =>
    saveInToml(target, "placement", "region", regionOf(target.settings["DATABASE_URL"] ?? "")),
  ),
];
