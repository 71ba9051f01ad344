import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { migrate } from "../../db/migrate.ts";
import { diagnose, report } from "../doctor/index.ts";
import { shopChecks } from "../doctor/shop.ts";
import { runCommand } from "../run-command.ts";
import { environments, readTarget, Refusal, type Target } from "../target.ts";
import { smoke } from "./smoke.ts";
import { currentVersion, deployTriggers, split, upload } from "./versions.ts";
import { run } from "./wrangler-command.ts";

const usage = `Usage: npm run deploy -- --env ${environments.join("|")} [--built] [--watch SECONDS] [--dry-run] [--settings FILE]

Checks, asks the doctor, migrates, uploads a version, gives it 10 % of the traffic, tries it, gives it all, or goes back.
--built takes what is in dist/ as checked and built just now; --watch is how long it has 10 % (60); --dry-run changes nothing.`;

const firstShare = 10;
const betweenLooksMs = 5000;
/** Checks that pass only after a deployment, or after an administrator's set-up. */
const broughtLater = ["database: migrations", "Cloudflare: cron", ...shopChecks.map(({ name }) => name)];

await runCommand(async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      env: { type: "string" },
      settings: { type: "string" },
      built: { type: "boolean", default: false },
      watch: { type: "string", default: "60" },
      "dry-run": { type: "boolean", default: false },
    },
  });
  if (!values.env || !/^\d+$/.test(values.watch)) throw new Refusal(usage);
  const target = await readTarget(args, process.env);
  if (target.name === "sandbox" && !process.env["WRANGLER"]) {
    throw new Refusal("The sandbox is deployed nowhere: name a program that stands in for wrangler in WRANGLER.");
  }
  if (!values.built) await checkAndBuild();
  await askTheDoctor(target);
  const before = await currentVersion(target);
  if (values["dry-run"]) return printPlan(target, before);
  await bringSchema(target);
  const version = await upload(target, before ? "as a version" : "at once", await nameOfCommit());
  if (!before) return firstDeployment(target, version);
  return rollOut(target, { before, version, watchMs: Number(values.watch) * 1000 });
});

async function checkAndBuild(): Promise<void> {
  const steps: [string, string[]][] = [
    ["npm", ["audit", "--omit=dev", "--audit-level=high"]],
    ["npm", ["run", "check"]],
    ["npm", ["run", "build"]],
  ];
  for (const [program, args] of steps) {
    const { code } = await run(program, args);
    if (code !== 0) throw new Refusal(`\`${[program, ...args].join(" ")}\` failed: nothing was deployed.`);
  }
}

async function askTheDoctor(target: Target): Promise<void> {
  const findings = await diagnose(target, broughtLater);
  console.log(report(findings));
  if (findings.some(({ ok }) => !ok)) throw new Refusal("\nDo this first: nothing was deployed.");
}

/** Runs before the upload: migrations must be compatible with the previous version, see docs/deploy.md. */
async function bringSchema({ settings }: Target): Promise<void> {
  const { MIGRATION_DATABASE_URL } = settings;
  if (!MIGRATION_DATABASE_URL) throw new Refusal("Set MIGRATION_DATABASE_URL to the connection string of the owner.");
  await migrate(MIGRATION_DATABASE_URL, (line) => console.log(line));
}

async function nameOfCommit(): Promise<string> {
  const { code, output } = await run("git", ["describe", "--always", "--dirty", "--tags"], { quiet: true });
  return code === 0 ? output.trim() : "unknown commit";
}

async function firstDeployment(target: Target, version: string): Promise<number> {
  const problems = await smoke(target, version);
  if (problems.length > 0) {
    console.log(`Deployed ${version}, but it does not work:\n  ${problems.join("\n  ")}`);
    return 1;
  }
  console.log(`Deployed ${version}, the first one.`);
  return 0;
}

async function rollOut(
  target: Target,
  { before, version, watchMs }: { before: string; version: string; watchMs: number },
): Promise<number> {
  const back = async (problems: string[]) => {
    console.log(`${version} does not work:\n  ${problems.join("\n  ")}`);
    await split(target, { [before]: 100 });
    console.log(`Back to ${before}. The schema stays: the version before can live with it.`);
    return 1;
  };
  await split(target, { [version]: firstShare, [before]: 100 - firstShare });
  const until = Date.now() + watchMs;
  do {
    const problems = await smoke(target, version);
    if (problems.length > 0) return back(problems);
    await wait(Math.min(betweenLooksMs, Math.max(0, until - Date.now())));
  } while (Date.now() < until);
  await split(target, { [version]: 100 });
  await deployTriggers(target);
  const problems = await smoke(target, version);
  if (problems.length > 0) return back(problems);
  console.log(`Deployed ${version}. To go back: npx wrangler versions deploy ${before}@100% --yes`);
  return 0;
}

function printPlan(target: Target, before: string | undefined): number {
  const steps = before
    ? [`upload a version`, `give it ${firstShare} % beside ${before}, try it, then 100 %`]
    : ["deploy for the first time, with all of the traffic"];
  console.log(["\nWould:", "bring the schema up to this checkout", ...steps].join("\n  "));
  console.log(`Nothing of ${target.name} was changed.`);
  return 0;
}
