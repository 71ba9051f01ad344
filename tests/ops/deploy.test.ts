import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { readMigrations } from "../../db/migrate.ts";
import { freePort } from "../../sandbox/process/ports.ts";
import { root } from "../../sandbox/process/settings.ts";
import { type Sandbox, startSandbox } from "../../sandbox/sandbox.ts";
import { openDatabase } from "../support/database.ts";
import { copyTemplate } from "../support/template.ts";
import { FakeEdge } from "./fake-edge.ts";
import { isWhole } from "../support/by-night.ts";

let edge: FakeEdge;
let sandbox: Sandbox;
let folder: string;

beforeAll(async () => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  edge = await FakeEdge.start(port, ["localhost"]);
  folder = mkdtempSync(join(tmpdir(), "crunchbox-deploy-test-"));
  await copyTemplate(inject("template"), folder);
  sandbox = await startSandbox({ dataDir: folder, port: 0, publicUrl: url, durable: false });
  const { EMAIL_FROM = "", SUPPORT_EMAIL = "" } = sandbox.vars;
  let text = readFileSync(join(root, "wrangler.toml"), "utf8")
    .replace(/^main = "/m, `main = "${root}/`)
    .replace(/^directory = "/m, `directory = "${root}/`)
    .replace(/^name = .*$/m, (line) => `${line}\nroutes = [{ pattern = "localhost", custom_domain = true }]`);
  for (const [each, value] of Object.entries({ PUBLIC_URL: url, STAGE: "sandbox", EMAIL_FROM, SUPPORT_EMAIL }))
    text = text.replaceAll(new RegExp(`^${each} = .*$`, "gm"), `${each} = ${JSON.stringify(value)}`);
  edge.configure(text);
});
afterAll(async () => {
  await edge?.stop();
  await sandbox?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function deploy({ settings = {}, args = [] }: { settings?: Record<string, string>; args?: string[] } = {}) {
  writeFileSync(join(folder, "settings.json"), JSON.stringify({ ...sandbox.operatorVars(), ...settings }));
  const env = { ...process.env, ...edge.env, DATA_DIR: folder };
  const command = ["ops/deploy/deploy.ts", "--env", "sandbox", "--built", ...args];
  const { code, output } = await promisify(execFile)(process.execPath, command, { cwd: root, env }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
  return { code, output, commands: edge.commands() };
}

const statusCommand = "deployments status --json";
const currentVersion = () => Object.keys(edge.deployed("crunchbox"))[0] ?? "";

test("what the doctor finds is done first, and nothing is deployed", async () => {
  const { code, output, commands } = await deploy({ settings: { EMAIL_API_KEY: "re_other" } });
  expect(output).toMatch(/TODO {2}mail: key/);
  expect(output).toContain("nothing was deployed");
  expect(commands).toEqual([]);
  expect(code).toBe(1);
});

test("the first deployment gets all of the traffic", async () => {
  const { code, output, commands } = await deploy();
  expect(commands).toEqual([statusCommand, expect.stringMatching(/^deploy --secrets-file --assets --message \S/)]);
  expect(code, output).toBe(0);
});

test.runIf(isWhole)("the next deployment is tried before it gets traffic", async () => {
  const versionBefore = currentVersion();
  const { code, output, commands } = await deploy();
  const version = currentVersion();
  expect(commands).toEqual([
    statusCommand,
    expect.stringMatching(/^versions upload --secrets-file --assets --message \S/),
    "versions secret list --latest-version",
    `versions deploy ${version}@0% ${versionBefore}@100% --yes`,
    `versions deploy ${version}@100% --yes`,
    "triggers deploy",
  ]);
  expect(output).toContain(`To go back: npm run wrangler -- versions deploy ${versionBefore}@100% --yes`);
  const { secrets = {} } = edge.version("crunchbox", version) ?? {};
  expect(secrets).toMatchObject({ CODE_PEPPER: sandbox.vars["CODE_PEPPER"], EMAIL_API_KEY: expect.any(String) });
  expect(output).not.toContain(sandbox.vars["CODE_PEPPER"]);
  expect(code, output).toBe(0);
});

test.runIf(isWhole)(
  "a dry run asks the doctor and what is deployed, says what would happen, and changes nothing",
  async () => {
    const accountBefore = edge.account();
    const { code, output, commands } = await deploy({ args: ["--dry-run"] });
    expect(commands).toEqual([statusCommand]);
    expect(edge.account()).toEqual(accountBefore);
    expect(output).toContain("Nothing of sandbox was changed.");
    expect(code, output).toBe(0);
  },
);

test.runIf(isWhole)("a schema that is behind is brought up before the version that needs it", async () => {
  await openDatabase(sandbox.databaseUrl)("create database of_another_time");
  const MIGRATION_DATABASE_URL = sandbox.databaseUrl.replace(/[^/]+$/, "of_another_time");
  const { code, output } = await deploy({ settings: { MIGRATION_DATABASE_URL } });
  expect(output.match(/^migrated \d{4}_/gm)).toHaveLength(readMigrations().length);
  expect(output.indexOf("migrated 0000_")).toBeGreaterThan(0);
  expect(code, output).toBe(0);
});

test.runIf(isWhole)("--migrated takes no admin key and expects the newest schema", async () => {
  const refusedRun = await deploy({ args: ["--migrated"] });
  expect(refusedRun.output).toMatch(/--migrated needs no MIGRATION_DATABASE_URL/);
  expect([refusedRun.code, refusedRun.commands]).toEqual([1, []]);

  const deletedRows = await openDatabase(sandbox.databaseUrl)(
    "delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations) returning *",
  );
  expect(deletedRows).toHaveLength(1);
  const pendingRun = await deploy({
    args: ["--migrated"],
    settings: { MIGRATION_DATABASE_URL: "", EMAIL_ADMIN_KEY: "" },
  });
  expect(pendingRun.output).toMatch(/TODO {2}database: migrations/);
  // Without EMAIL_ADMIN_KEY these checks do not run.
  expect(pendingRun.output).not.toMatch(/mail: (domain|bounces)/);
  expect([pendingRun.code, pendingRun.commands]).toEqual([1, []]);
});
