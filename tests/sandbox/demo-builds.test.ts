import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { readSecrets } from "../../sandbox/secrets.ts";
import { seedBuilds } from "../../sandbox/seed/builds.ts";
import { startFakes, type Fakes } from "../../sandbox/fakes.ts";

let dataDir: string;
let fakes: Fakes;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "crunchbox-demo-builds-"));
  const unused = { postgresPort: 1, databaseUrl: "", publicUrl: "http://localhost:1", jobs: async () => ({}) };
  const makeObject = async () => undefined;
  fakes = await startFakes({ dataDir, secrets: readSecrets(dataDir), port: 0, makeObject, ...unused });
});
afterAll(async () => {
  await fakes?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test("the demonstration has builds to import, and has them once", async () => {
  for (let times = 0; times < 2; times += 1) await seedBuilds(fakes.url);
  const builds = z
    .array(z.object({ kind: z.string(), name: z.string(), version: z.string() }))
    .parse(await (await fetch(`${fakes.url}/builds.json`)).json());
  expect(builds.map(({ kind, name, version }) => `${kind} ${name} ${version}`).toSorted()).toEqual([
    "dependency peak-kernel 1.0.0",
    "flowpoint flowpoint 5.4.0",
    "plugin fleet-monitor 4.4.0",
    "plugin peak-finder 1.0.0",
  ]);
});
