// A deployment, a bad deployment and a rollback, with two releases in workerd behind a fake edge.
import { execFile } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from "vitest";
import { deployFirst, rollOut } from "../../ops/deploy/roll-out.ts";
import { fetchCurrentVersion, runWrangler } from "../../ops/deploy/versions.ts";
import { readDeployment } from "../../ops/wrangler.ts";
import type { EnvironmentName, Target } from "../../ops/target.ts";
import { freePort } from "../../sandbox/process/ports.ts";
import { root } from "../../sandbox/process/settings.ts";
import { type Sandbox, startSandbox } from "../../sandbox/sandbox.ts";
import { patienceMs } from "../support/patience.ts";
import { copyTemplate } from "../support/template.ts";
import { FakeEdge } from "./fake-edge.ts";
import { isWhole } from "../support/by-night.ts";

const stagingHost = "127.0.0.2";
let edge: FakeEdge;
let sandbox: Sandbox;
let folder: string;
let url: string;
let stagingUrl: string;
let releases: { first: string; second: string };
let limits: { deployment_ms: number; first_ms: number };

beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  stagingUrl = `http://${stagingHost}:${port}`;
  edge = await FakeEdge.start(port, ["localhost", stagingHost]);
  folder = mkdtempSync(join(tmpdir(), "crunchbox-roll-out-"));
  await copyTemplate(inject("template"), folder);
  sandbox = await startSandbox({ dataDir: folder, port: 0, publicUrl: url, durable: false });
  releases = { first: join(root, "dist/preact"), second: join(folder, "second") };
  copyRelease(releases.second);
  for (const [name, value] of Object.entries(edge.env)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await edge?.stop();
  await sandbox?.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  limits = { deployment_ms: patienceMs, first_ms: patienceMs };
  await edge.empty();
});

/** Copies this checkout's build with new file names, as any change of a script or style causes. */
function copyRelease(to: string): void {
  cpSync(releases.first, to, { recursive: true });
  const renamedFiles = globSync("client/assets/*", { cwd: to }).map((file): [string, string] => {
    const name = file.replace(/^.*\//, "");
    return [name, name.replace(/-[\w-]{8}(\.\w+)$/, "-Changed0$1")];
  });
  for (const file of globSync(["client/**/*.{js,css,json}", "worker/index.js"], { cwd: to })) {
    let text = readFileSync(join(to, file), "utf8");
    for (const [from, name] of renamedFiles) text = text.replaceAll(from, name);
    rmSync(join(to, file));
    const newName = renamedFiles.find(([from]) => file.endsWith(`/${from}`));
    writeFileSync(join(to, newName ? file.replace(newName[0], newName[1]) : file), text);
  }
}

type Changes = { settings?: Record<string, string>; routes?: string; vars?: string };

async function prepareTarget(
  release: string,
  changes: Changes = {},
  name: EnvironmentName = "production",
): Promise<Target> {
  const settings: Record<string, string> = {
    ...sandbox.operatorVars(),
    // High limits, because the visitor sends requests without a pause.
    RATE_LIMIT_SCALE: "1000",
    ...changes.settings,
  };
  const { EMAIL_FROM = "", SUPPORT_EMAIL = "" } = settings;
  const lines = {
    PUBLIC_URL: name === "staging" ? stagingUrl : url,
    STAGE: "sandbox",
    EMAIL_FROM,
    SUPPORT_EMAIL,
  };
  let text = readFileSync(join(root, "wrangler.toml"), "utf8")
    .replace(/^main = .*$/m, `main = "${release}/worker/index.js"`)
    .replace(/^directory = .*$/m, `directory = "${release}/client"`)
    .replace(/^name = .*$/m, (line) => `${line}\nroutes = [{ pattern = "localhost", custom_domain = true }]`)
    .replace(/^\[vars\]$/m, (line) => `${line}\n${changes.vars ?? ""}`);
  for (const [each, value] of Object.entries(lines)) {
    text = text.replaceAll(new RegExp(`^${each} = .*$`, "gm"), `${each} = ${JSON.stringify(value)}`);
  }
  if (changes.routes) text = text.replace("[env.staging]\n", `[env.staging]\nroutes = ${changes.routes}\n`);
  if (changes.routes) text = text.replace(/^routes = \[\]\n/m, "");
  edge.configure(text);
  const deployment = await readDeployment(name, edge.config);
  return { name, file: join(folder, "none.env"), deployment, settings: { ...settings, ...lines } };
}

/** Without a version in the answer, its text. */
const health = async (at = url) => {
  const answer = await fetch(`${at}/health`);
  const text = await answer.text();
  return { status: answer.status, version: answer.headers.get("x-version") ?? text };
};

async function fetchFiles(path: string) {
  const page = await fetch(url + path);
  const text = await page.text();
  const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"?]+)/g)].map(([, file = ""]) => file);
  expect([page.status, files.length > 0]).toEqual([200, true]);
  return files;
}
async function expectLoaded(files: string[]): Promise<void> {
  for (const file of files) expect([file, (await fetch(url + file)).status]).toEqual([file, 200]);
}

async function visitDuring(deployment: Promise<number>, visit: () => Promise<void>): Promise<number> {
  while ((await Promise.race([deployment, undefined])) === undefined) await visit();
  return deployment;
}

async function deployFirstRelease(changes: Changes = {}): Promise<string> {
  expect(await deployFirst(await prepareTarget(releases.first, changes), "first", limits)).toBe(0);
  const [before = ""] = Object.keys(edge.deployed("crunchbox"));
  edge.commands();
  return before;
}

test.runIf(isWhole)("the first deployment waits until its host name answers", async () => {
  const version = await deployFirstRelease();
  expect(await health()).toEqual({ status: 200, version });
});

test("a new version is tried without traffic, gets all of it, and no page loses a file meanwhile", async () => {
  const before = await deployFirstRelease();
  const openTab = await fetchFiles("/docs");
  const versions = new Set<string>();
  edge.loseNext("/health");
  const deployment = rollOut(await prepareTarget(releases.second), { before, message: "second", limits });
  const code = await visitDuring(deployment, async () => {
    for (const path of ["/docs", "/sign-in/crunchbox"]) await expectLoaded(await fetchFiles(path));
    versions.add((await health()).version);
  });
  expect(code).toBe(0);
  const [version = ""] = Object.keys(edge.deployed("crunchbox"));
  expect(edge.commands()).toEqual([
    "versions upload --secrets-file --assets --message second --config",
    "versions secret list --latest-version --config",
    `versions deploy ${version}@0% ${before}@100% --yes --config`,
    `versions deploy ${version}@100% --yes --config`,
    "triggers deploy --config",
  ]);
  expect(await health()).toEqual({ status: 200, version });
  expect([...versions]).toContain(before);
  // A tab that opened the previous release still loads its scripts.
  await expectLoaded(openTab);
  expect((await fetchFiles("/docs")).every((file) => file.includes("Changed0"))).toBe(true);
});

test("a bad version gets no visitor and goes back", async () => {
  const before = await deployFirstRelease();
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const versions = new Set<string>();
  const wrongDatabase = { DATABASE_URL: "postgres://crunchbox_worker:wrong@localhost:1/none" };
  const target = await prepareTarget(releases.second, { settings: wrongDatabase });
  const deployment = rollOut(target, { before, message: "bad", limits });
  const code = await visitDuring(deployment, async () => void versions.add((await health()).version));
  expect(code).toBe(1);
  expect([...versions]).toEqual([before]);
  expect(edge.deployed("crunchbox")).toEqual({ [before]: 100 });
  expect(log.mock.calls.flat().join("\n")).toMatch(/\/v1\/store\/products answers 50\d, not 200/);
  log.mockRestore();
});

test.runIf(isWhole)("a version whose styles are missing goes back", async () => {
  const before = await deployFirstRelease();
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const incomplete = join(folder, "bare");
  cpSync(releases.second, incomplete, { recursive: true });
  for (const file of globSync("client/assets/*.css", { cwd: incomplete })) rmSync(join(incomplete, file));
  limits = { ...limits, deployment_ms: 8000 };
  expect(await rollOut(await prepareTarget(incomplete), { before, message: "bare", limits })).toBe(1);
  expect(log.mock.calls.flat().join("\n")).toMatch(/\/assets\/docs-Changed0\.css of \/docs answers 404/);
  log.mockRestore();
  const splits = edge.commands().filter((command) => command.startsWith("versions deploy"));
  expect(splits).toEqual([
    expect.stringContaining(`@0% ${before}@100%`),
    `versions deploy ${before}@100% --yes --config`,
  ]);
  expect(edge.deployed("crunchbox")).toEqual({ [before]: 100 });
  expect(await health()).toEqual({ status: 200, version: before });
});

test.runIf(isWhole)("the way back brings the version before with its secrets", async () => {
  const before = await deployFirstRelease({ settings: { METRICS_TOKEN: "of-the-first" } });
  const changedSettings = { settings: { METRICS_TOKEN: "of-the-second" } };
  expect(
    await rollOut(await prepareTarget(releases.second, changedSettings), { before, message: "second", limits }),
  ).toBe(0);
  const probeMetrics = async (token: string) => {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    return [answer.headers.get("x-version") === before, /outbox_oldest_seconds/.test(await answer.text())];
  };
  expect(await probeMetrics("of-the-second")).toEqual([false, true]);
  const rollbackArgs = ["versions", "deploy", `${before}@100%`, "--yes"];
  expect((await runWrangler(await prepareTarget(releases.second), rollbackArgs)).code).toBe(0);
  await expect.poll(async () => (await health()).version).toBe(before);
  expect(edge.version("crunchbox", before)?.secrets["METRICS_TOKEN"]).toBe("of-the-first");
});

test.runIf(isWhole)(
  "a secret that left the settings leaves the deployment; a name of [vars] is never sent as one",
  async () => {
    const before = await deployFirstRelease({ settings: { CODE_PEPPER_PREVIOUS: "p".repeat(40) } });
    expect(edge.version("crunchbox", before)?.secrets["CODE_PEPPER_PREVIOUS"]).toBe("p".repeat(40));
    // EMAIL_REQUESTS_PER_SECOND is both a variable, as a number, and a setting.
    const number = { vars: "EMAIL_REQUESTS_PER_SECOND = 1000", settings: { EMAIL_REQUESTS_PER_SECOND: "1000" } };
    expect(await rollOut(await prepareTarget(releases.second, number), { before, message: "second", limits })).toBe(0);
    const [version = ""] = Object.keys(edge.deployed("crunchbox"));
    const { secrets = {}, vars = {}, message } = edge.version("crunchbox", version) ?? {};
    expect(Object.keys(secrets)).toContain("CODE_PEPPER");
    expect(Object.keys(secrets)).not.toContain("CODE_PEPPER_PREVIOUS");
    expect(Object.keys(secrets).filter((each) => Object.hasOwn(vars, each))).toEqual([]);
    for (const own of ["MIGRATION_DATABASE_URL", "CLOUDFLARE_API_TOKEN", "EMAIL_ADMIN_KEY"])
      expect(Object.keys(secrets)).not.toContain(own);
    expect(vars["EMAIL_REQUESTS_PER_SECOND"]).toBe(1000);
    expect(message).toBe("second");
    expect(await health()).toEqual({ status: 200, version });
  },
);

test.runIf(isWhole)("staging never takes production's host name, and gets its own", async () => {
  const version = await deployFirstRelease();
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const withoutRoute = await prepareTarget(releases.second, {}, "staging");
  expect(await deployFirst(withoutRoute, "staging", { ...limits, first_ms: 0 })).toBe(1);
  log.mockRestore();
  expect(edge.account().hosts).toEqual({ localhost: "crunchbox" });
  expect(await health()).toEqual({ status: 200, version });

  const routes = `[{ pattern = "${stagingHost}", custom_domain = true }]`;
  const stagingTarget = await prepareTarget(releases.second, { routes }, "staging");
  const before = (await fetchCurrentVersion(stagingTarget)) ?? "";
  expect(await rollOut(stagingTarget, { before, message: "staging", limits })).toBe(0);
  expect(edge.account().hosts).toEqual({ localhost: "crunchbox", [stagingHost]: "crunchbox-staging" });
  expect((await health(stagingUrl)).version).not.toBe(version);
  expect(await health()).toEqual({ status: 200, version });
});

test.runIf(isWhole)(
  "stripe:endpoints before the first deployment makes no worker, and a worker of nothing does not stop one",
  async () => {
    const target = await prepareTarget(releases.first);
    writeFileSync(join(folder, "settings.json"), JSON.stringify({ ...target.settings, STRIPE_WEBHOOK_SECRET: "none" }));
    const env = { ...process.env, ...edge.env, DATA_DIR: folder };
    const { stdout } = await promisify(execFile)(process.execPath, ["ops/stripe/endpoints.ts"], { cwd: root, env });
    expect(stdout).toContain("`npm run deploy` brings it");
    expect(await fetchCurrentVersion(target)).toBeUndefined();

    const put = await runWrangler(target, ["secret", "put", "STRIPE_WEBHOOK_SECRET"], { input: "whsec_1" });
    expect(put.code).toBe(0);
    const draft = (await fetchCurrentVersion(target)) ?? "";
    expect(edge.version("crunchbox", draft)?.is_draft).toBe(true);
    expect(await rollOut(target, { before: draft, message: "first", limits })).toBe(0);
    expect(edge.deployed("crunchbox")).not.toHaveProperty(draft);
    expect((await health()).status).toBe(200);
  },
);
