import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../sandbox/process/settings.ts";
import { startProvider } from "../sandbox/stripe-harness.ts";

let provider: Awaited<ReturnType<typeof startProvider>>;
let dataDir: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "crunchbox-rehearse-"));
  provider = await startProvider(dataDir, "http://localhost:1");
});
afterAll(async () => {
  await provider?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function rehearse(key = "sk_test_sandbox") {
  const settings = { STRIPE_API_URL: provider.url, STRIPE_SECRET_KEY: key };
  writeFileSync(join(dataDir, "settings.json"), JSON.stringify(settings));
  const env = { ...process.env, DATA_DIR: dataDir, STRIPE_TEST_KEY: "" };
  return promisify(execFile)(process.execPath, ["ops/rehearse/rehearse.ts"], { cwd: root, env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
}

test("20 flows of money end in the provider's books as they should", async () => {
  const { code, output } = await rehearse();
  expect(output).not.toContain("FAILED");
  expect(output.match(/^ok {6}/gm)).toHaveLength(20);
  expect(code).toBe(0);
});

test("a flow that ends otherwise is told, and the command ends with 1", async () => {
  // The first call that opens the provider's portal fails on every try.
  provider.faults.add({
    service: "stripe",
    kind: "status",
    value: 500,
    path: "/v1/billing_portal",
    times: 4,
    when: "before",
  });
  const { code, output } = await rehearse();
  expect(output).toMatch(/^FAILED {2}a customer opens the provider's portal$/m);
  expect(output).toContain("1 of 20 did not.");
  expect(code).toBe(1);
});

test("a key of live mode is refused before anything is done", async () => {
  const { code, output } = await rehearse("sk_live_something");
  expect(output).toContain("A rehearsal takes a key of test mode");
  expect(code).toBe(1);
});
