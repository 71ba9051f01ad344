import { parseArgs } from "node:util";
import { migrate } from "../../db/migrate.ts";
import { diagnose, report } from "../doctor/index.ts";
import { shopChecks } from "../doctor/shop.ts";
import { runCommand } from "../run-command.ts";
import { environments, readTarget, CommandError, type Target } from "../target.ts";
import { deployFirst, rollOut } from "./roll-out.ts";
import { fetchCurrentVersion } from "./versions.ts";
import { runProgram } from "./wrangler-command.ts";

const usage = `Usage: npm run deploy -- --env ${environments.join("|")} [--built] [--migrated] [--dry-run] [--settings FILE] [--config FILE]

Checks, asks the doctor, migrates, uploads a version, tries it without traffic, gives it all, or goes back.
--built takes what is in dist/ as checked and built just now; --migrated expects the schema of this checkout and takes
no admin keys; --dry-run changes nothing.`;

/** Checks that pass only after a deployment, or after an administrator's set-up. */
const laterChecks = ["Cloudflare: cron", "Cloudflare: secrets", ...shopChecks.map(({ name }) => name)];
/** The check that passes only after this deployment's own migrations. */
const migrationChecks = ["database: migrations"];
/** Checks that need EMAIL_ADMIN_KEY. */
const adminKeyChecks = ["mail: domain", "mail: bounces"];
const adminKeys = ["MIGRATION_DATABASE_URL", "EMAIL_ADMIN_KEY"];

await runCommand(async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      env: { type: "string" },
      settings: { type: "string" },
      config: { type: "string" },
      built: { type: "boolean", default: false },
      migrated: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
    },
  });
  if (!values.env) throw new CommandError(usage);
  const target = await readTarget(args, process.env);
  if (target.name === "sandbox" && !process.env["WRANGLER"]) {
    throw new CommandError("The sandbox is deployed nowhere: name a program that stands in for wrangler in WRANGLER.");
  }
  if (!values.built) await checkAndBuild();
  if (values.migrated) refuseAdminKeys(target);
  await requireHealthy(target, [...laterChecks, ...(values.migrated ? adminKeyChecks : migrationChecks)]);
  const before = await fetchCurrentVersion(target);
  if (values["dry-run"]) return printPlan(target, before);
  if (!values.migrated) await migrateSchema(target);
  const message = await describeCommit();
  return before ? rollOut(target, { before, message }) : deployFirst(target, message);
});

async function checkAndBuild(): Promise<void> {
  const steps: [string, string[]][] = [
    ["npm", ["audit", "--omit=dev", "--audit-level=high"]],
    ["npm", ["run", "check"]],
    ["npm", ["run", "build"]],
  ];
  for (const [program, args] of steps) {
    const { code } = await runProgram(program, args);
    if (code !== 0) throw new CommandError(`\`${[program, ...args].join(" ")}\` failed: nothing was deployed.`);
  }
}

/** With `--migrated` another job migrates, so this deployment must not have the admin keys. */
function refuseAdminKeys({ settings, file }: Target): void {
  const named = adminKeys.filter((name) => settings[name]);
  if (named.length > 0) throw new CommandError(`--migrated needs no ${named.join(" and ")}: take it out of ${file}.`);
}

async function requireHealthy(target: Target, skippedChecks: string[]): Promise<void> {
  const findings = await diagnose(target, skippedChecks);
  console.log(report(findings));
  if (findings.some(({ ok }) => !ok)) throw new CommandError("\nDo this first: nothing was deployed.");
}

/**
 * Migrates the database before code and secrets are uploaded (ADR-049): migrations must be compatible with the previous
 * version (docs/deploy.md).
 */
async function migrateSchema({ settings }: Target): Promise<void> {
  const { MIGRATION_DATABASE_URL } = settings;
  if (!MIGRATION_DATABASE_URL)
    throw new CommandError("Set MIGRATION_DATABASE_URL to the connection string of the owner.");
  await migrate(MIGRATION_DATABASE_URL, (line) => console.log(line));
}

async function describeCommit(): Promise<string> {
  const { code, output } = await runProgram("git", ["describe", "--always", "--dirty", "--tags"], { quiet: true });
  return code === 0 ? output.trim() : "unknown commit";
}

function printPlan(target: Target, before: string | undefined): number {
  const steps = before
    ? [`upload a version`, `try it beside ${before} without traffic, then give it all`]
    : ["deploy for the first time, with all of the traffic"];
  console.log(["\nWould:", "bring the schema up to this checkout", ...steps].join("\n  "));
  console.log(`Nothing of ${target.name} was changed.`);
  return 0;
}
