import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { readMigrations } from "../../db/migrate.ts";
import { root } from "../../sandbox/process/settings.ts";
import { startOwnApp } from "../support/app.ts";
import { openDatabase } from "../support/database.ts";
import { sandboxAt } from "../support/sandbox.ts";

const before = "0b1d4f3e-9d3c-4b55-8f4e-2a7f1c9e0001";
const version = "0b1d4f3e-9d3c-4b55-8f4e-2a7f1c9e0002";
const callSchema = z.object({ args: z.array(z.string()), secrets: z.record(z.string(), z.string()).optional() });

let app: Awaited<ReturnType<typeof startOwnApp>>;
let folder: string;

beforeAll(async () => {
  app = await startOwnApp();
  folder = mkdtempSync(join(tmpdir(), "crunchbox-deploy-test-"));
});
afterAll(async () => {
  await app?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** `npm run deploy -- --env sandbox --built`, with a stand-in for wrangler; what it tries is the shop that runs here. */
async function deploy(options: { current?: string; settings?: Record<string, string>; args?: string[] } = {}) {
  const log = join(folder, "wrangler.log");
  rmSync(log, { force: true });
  const settings = { ...app.sandbox.operatorVars(), ...options.settings };
  writeFileSync(join(folder, "settings.json"), JSON.stringify(settings));
  const args = ["ops/deploy/deploy.ts", "--env", "sandbox", "--built", "--watch", "0", ...(options.args ?? [])];
  const env = {
    ...process.env,
    DATA_DIR: folder,
    WRANGLER: join(root, "tests/ops/wrangler-stub.mjs"),
    WRANGLER_STUB_LOG: log,
    WRANGLER_STUB_CURRENT: options.current ?? "",
  };
  const { code, output } = await promisify(execFile)(process.execPath, args, { cwd: root, env }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
  const lines = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
  const calls = lines.map((line) => callSchema.parse(JSON.parse(line)));
  const commands = calls.map((call) => call.args.filter((arg) => !/^(\/|--env=$)/.test(arg)).join(" "));
  return { code, output, secrets: calls.find((call) => call.secrets)?.secrets, commands };
}

const status = "deployments status --json";
const upload = expect.stringMatching(/^versions upload --secrets-file --message \S/);

test("what the doctor finds is done first, and nothing is deployed", async () => {
  const { code, output, commands } = await deploy({ current: before, settings: { EMAIL_API_KEY: "re_other" } });
  expect(output).toMatch(/TODO {2}mail: domain/);
  expect(output).toContain("nothing was deployed");
  expect(commands).toEqual([]);
  expect(code).toBe(1);
});

test("a new version gets a tenth of the traffic, is tried, and gets all of it with its triggers", async () => {
  const { code, output, commands, secrets } = await deploy({ current: before });
  expect(code, output).toBe(0);
  expect(commands).toEqual([
    status,
    upload,
    `versions deploy ${version}@10% ${before}@90% --yes`,
    `versions deploy ${version}@100% --yes`,
    "triggers deploy",
  ]);
  expect(output).toContain(`To go back: npx wrangler versions deploy ${before}@100% --yes`);
  expect(secrets).toMatchObject({ CODE_PEPPER: app.sandbox.vars["CODE_PEPPER"], EMAIL_API_KEY: expect.any(String) });
  expect(Object.keys(secrets ?? {})).not.toContain("MIGRATION_DATABASE_URL");
  expect(Object.keys(secrets ?? {})).not.toContain("CLOUDFLARE_API_TOKEN");
  expect(output).not.toContain(app.sandbox.vars["CODE_PEPPER"]);
});

test("a version that does not work takes its tenth back, and the one before gets all", async () => {
  await sandboxAt(app.sandbox.url).addFault({ service: "database", kind: "status", value: 500, times: 1000 });
  const { code, output, commands } = await deploy({ current: before });
  await sandboxAt(app.sandbox.url).clearFaults();
  expect(output).toMatch(/does not work:\n(.*\n)* {2}\/v1\/store\/products\?search=smoke-\d+ answers 503, not 200/);
  expect(commands.slice(2)).toEqual([
    `versions deploy ${version}@10% ${before}@90% --yes`,
    `versions deploy ${before}@100% --yes`,
  ]);
  expect(output).toContain(`Back to ${before}.`);
  expect(code).toBe(1);
});

test("the first deployment has nothing to go back to and gets all of the traffic", async () => {
  const { code, output, commands } = await deploy();
  expect(commands).toEqual([status, expect.stringMatching(/^deploy --secrets-file --message \S/)]);
  expect(code, output).toBe(0);
});

test("a dry run asks the doctor and what is deployed, says what would happen, and changes nothing", async () => {
  const { code, output, commands } = await deploy({ current: before, args: ["--dry-run"] });
  expect(commands).toEqual([status]);
  expect(output).toContain("Nothing of sandbox was changed.");
  expect(code, output).toBe(0);
});

test("a schema that is behind is brought up before the version that needs it", async () => {
  const database = openDatabase(app.sandbox.databaseUrl);
  await database("create database of_another_time");
  const MIGRATION_DATABASE_URL = app.sandbox.databaseUrl.replace(/[^/]+$/, "of_another_time");
  const { code, output } = await deploy({ current: before, settings: { MIGRATION_DATABASE_URL } });
  expect(output.match(/^migrated \d{4}_/gm)).toHaveLength(readMigrations().length);
  expect(output.indexOf("migrated 0000_")).toBeGreaterThan(0);
  expect(code, output).toBe(0);
});
