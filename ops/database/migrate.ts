import { migrate } from "../../db/migrate.ts";
import { runCommand } from "../run-command.ts";
import { readTarget, CommandError } from "../target.ts";

// `npm run db:migrate -- --env staging`, or with the owner's MIGRATION_DATABASE_URL in the environment
await runCommand(async (args) => {
  const url = args.includes("--env")
    ? (await readTarget(args, process.env)).settings["MIGRATION_DATABASE_URL"]
    : process.env["MIGRATION_DATABASE_URL"];
  if (!url)
    throw new CommandError("Set MIGRATION_DATABASE_URL to the connection string of the owner, without a pooler.");
  await migrate(url, (line) => console.log(line));
  console.log("The schema is that of this checkout.");
  return 0;
});
