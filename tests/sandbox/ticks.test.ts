import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { until } from "../../sandbox/process/deadline.ts";
import { freePort } from "../../sandbox/process/ports.ts";
import { root } from "../../sandbox/process/settings.ts";

const dataDir = mkdtempSync(join(tmpdir(), "crunchbox-ticks-"));
const visitors = 1000;
const ticks = 4;
const timeoutMs = 20_000;

let child: ChildProcess;
let port: number;
let sandboxPort: number;

beforeAll(async () => {
  [port, sandboxPort] = [await freePort(), await freePort()];
  const ports = { PORT: String(port), SANDBOX_PORT: String(sandboxPort), RATE_LIMIT_SCALE: "1000000" };
  child = spawn("node", ["sandbox/bootstrap.mjs", "start"], {
    cwd: root,
    env: { ...process.env, ...ports, DATA_DIR: dataDir, SEED: "none", RENDERER: inject("renderer") },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += text));
  if (!(await until(60_000, () => output.includes("is running")))) throw new Error(output);
});
afterAll(async () => {
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGTERM");
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
});

// Both processes' output is read during each tick: a flood fills the pipe within milliseconds, and the worker blocks
// until the pipe is read.
test("scheduled jobs end in the middle of a flood, and shop and jobs go on after it", async () => {
  const agent = new Agent({ maxSockets: visitors });
  for (let tick = 0; tick < ticks; tick += 1) {
    const flood = Array.from({ length: visitors }, () => fetchHealth(agent));
    const [outcome, ...answers] = await Promise.all([runJob(), ...flood]);
    // During a flood a statement may take longer than the job waits for it, but the job's response must come.
    expect(outcome, `job ${tick}`).not.toBe(0);
    expect(answers, `flood ${tick}`).toContain(200);
  }
  expect([await fetchHealth(), await runJob()]).toEqual([200, 200]);
});

/** The response's status, or 0 without a response within 20 seconds. */
function fetchHealth(agent?: Agent): Promise<number> {
  return new Promise((resolve) => {
    const request = get({ port, path: "/health", agent, timeout: timeoutMs }, (response) => {
      response.resume();
      response.once("close", () => resolve(response.statusCode ?? 0));
    });
    request.once("timeout", () => request.destroy());
    request.once("error", () => resolve(0));
  });
}

async function runJob(): Promise<number> {
  const request = fetch(`http://localhost:${sandboxPort}/cron`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ job: "deliver-outbox" }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  return request.then(
    ({ status }) => status,
    () => 0,
  );
}
