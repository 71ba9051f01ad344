import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { z } from "zod";
import { until } from "../../sandbox/process/deadline.ts";
import { freePort } from "../../sandbox/process/ports.ts";
import { root } from "../../sandbox/process/settings.ts";
import { isWhole, limitMs } from "../support/by-night.ts";
import { patienceMs } from "../support/patience.ts";

const runSchema = z.object({ owner: z.object({ pid: z.number() }), children: z.array(z.object({ pid: z.number() })) });

interface Started {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

let dataDir: string;
let ports: { PORT: string; SANDBOX_PORT: string };
const started = new Set<ChildProcess>();

/** `npm start` as npm runs it, with a separate data directory. */
function start(env: Record<string, string> = {}): Started {
  const child = spawn("node", ["sandbox/bootstrap.mjs", "start"], {
    cwd: root,
    env: { ...process.env, ...ports, DATA_DIR: dataDir, SEED: "none", RENDERER: inject("renderer"), ...env },
  });
  started.add(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (more: string) => (text += more));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  void ended.then(() => started.delete(child));
  return { child, output: () => text, ended };
}

async function isUp(): Promise<boolean> {
  const response = await fetch(`http://localhost:${ports.PORT}/health`).catch(() => undefined);
  return response?.status === 200;
}

async function startUp(): Promise<Started> {
  const run = start();
  const hasWelcomed = await until(patienceMs, () => run.output().includes("is running") || run.child.exitCode !== null);
  if (!hasWelcomed || !(await isUp())) throw new Error(run.output());
  return run;
}

const processes = () => runSchema.parse(JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8")));

function isAlive(pid: number): boolean {
  try {
    // A killed process stays as a zombie until its new parent has noticed.
    process.kill(pid, 0);
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "crunchbox-start-"));
  ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
});
afterEach(async () => {
  for (const child of started) child.kill("SIGTERM");
  await expect.poll(() => started.size === 0).toBe(true);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe("npm start", () => {
  test.each([
    ["PORT", "abc"],
    ["SANDBOX_PORT", "70000"],
    ["SEED", "some"],
    ["RENDERER", "vue"],
    ["RATE_LIMIT_SCALE", "0"],
  ])("says in one line what to do about %s=%s", async (name, value) => {
    const run = start({ [name]: value });
    expect(await run.ended).toBe(1);
    expect(run.output()).toMatch(new RegExp(`^${name}="${value}" .*: set it to .*\\n$`));
  });

  test("says in one line which setting to change when a port is taken", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(Number(ports.SANDBOX_PORT), "127.0.0.1", resolve));
    const run = start();
    expect(await run.ended).toBe(1);
    await new Promise((resolve) => server.close(resolve));
    expect(run.output()).toMatch(/^Port \d+ is taken .* SANDBOX_PORT=<a free port>\.\n$/);
  });

  test("ends every process within 5 s of SIGTERM, keeps the data, and is up again", async () => {
    const first = await startUp();
    const { url, body } = mailRequest();
    expect((await fetch(url, { method: "POST", ...body })).status).toBe(200);
    const { owner, children } = processes();
    expect(children.length).toBeGreaterThanOrEqual(2);
    const startedAt = performance.now();
    first.child.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(limitMs(5000));
    expect([owner, ...children].filter(({ pid }) => isAlive(pid))).toEqual([]);

    start();
    await expect.poll(isUp).toBe(true);
    const mails = await (await fetch(`http://localhost:${ports.SANDBOX_PORT}/mail.json?to=kept@inbox.test`)).json();
    expect(mails).toHaveLength(1);
  });

  test.runIf(isWhole)("refuses a second start on the same data with one line", async () => {
    await startUp();
    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/^Already running at http:\/\/localhost:\d+ \(process \d+\): stop it, .*\n$/);
  });

  test.runIf(isWhole)("starts again after kill -9, whether its parent, itself or everything was killed", async () => {
    const first = await startUp();
    const { owner, children } = processes();
    first.child.kill("SIGKILL");
    await expect.poll(() => ![owner, ...children].some(({ pid }) => isAlive(pid))).toBe(true);

    await startUp();
    process.kill(processes().owner.pid, "SIGKILL");
    await startUp();
    const all = processes();
    for (const { pid } of [all.owner, ...all.children]) process.kill(pid, "SIGKILL");
    await startUp();
  });

  test("says in one line what to do about a database that is only half there", async () => {
    const half = mkdtempSync(join(tmpdir(), "crunchbox-half-"));
    mkdirSync(join(half, "postgres"));
    writeFileSync(join(half, "postgres/pg_hba.conf"), "");
    const run = start({ DATA_DIR: half });
    expect(await run.ended).toBe(1);
    expect(run.output()).toMatch(/^.*postgres is only half there .*: delete it .* or set another DATA_DIR\.\n$/);
    rmSync(half, { recursive: true, force: true });
  });
});

function mailRequest() {
  const { email_api_key } = z
    .object({ email_api_key: z.string() })
    .parse(JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8")));
  const headers = { authorization: `Bearer ${email_api_key}` };
  const mail = { from: "a@crunchbox.test", to: "kept@inbox.test", subject: "Kept", text: "Kept" };
  return { url: `http://localhost:${ports.SANDBOX_PORT}/email/emails`, body: { headers, body: JSON.stringify(mail) } };
}
