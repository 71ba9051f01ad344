import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { getHealth } from "../../worker/contract/ops.ts";
import { root } from "../../sandbox/process/settings.ts";
import { freePort } from "../../sandbox/process/ports.ts";
import { startWorker, type Worker } from "../../sandbox/run/worker.ts";
import { visitor } from "../support/actors.ts";
import { createClient } from "../support/client.ts";

const deployedVersion = "0b1d4f3e-9d3c-4b55-8f4e-2a7f1c9e0001";
let worker: Worker;

beforeAll(async () => {
  const port = await freePort();
  const vars = { ...inject("workerVars"), PUBLIC_URL: `http://localhost:${port}` };
  worker = await startWorker({ vars, port, renderer: inject("renderer"), version: deployedVersion, onLog: () => {} });
});
afterAll(() => worker?.stop());

const fetchVersion = async (client: ReturnType<typeof visitor>, path: string) =>
  (await client.fetch(path)).headers.get("x-version");

test("a deployed worker tells Cloudflare's ID of its version, in /health and in the header of every answer", async () => {
  const client = createClient({ url: worker.url });
  expect((await client.call(getHealth)).reply()).toEqual({ success: true, version: deployedVersion });
  for (const path of ["/health", "/sign-in/crunchbox", "/store/products", "/v1/sso/session", "/no/such/page"])
    expect([path, await fetchVersion(client, path)]).toEqual([path, deployedVersion]);
});

test("a local worker tells the hash of its build", async () => {
  const { release } = JSON.parse(readFileSync(join(root, "dist", inject("renderer"), "assets.json"), "utf8"));
  expect((await visitor().call(getHealth)).reply()).toEqual({ success: true, version: release });
  expect(await fetchVersion(visitor(), "/no/such/page")).toBe(release);
});
