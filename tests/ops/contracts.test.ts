import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { root } from "../../sandbox/process/settings.ts";
import { accountingOn } from "../support/accounting/records.ts";
import { startOwnApp } from "../support/app.ts";
import { openDatabase } from "../support/database.ts";
import { sandboxAt } from "../support/sandbox.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let sandbox: ReturnType<typeof sandboxAt>;
beforeAll(async () => {
  app = await startOwnApp();
  sandbox = sandboxAt(app.sandbox.url);
});
afterEach(() => sandbox.clearFaults());
afterAll(() => app?.stop());

async function runContracts(keys: Record<string, string>) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("TEST_"));
  const env = { ...Object.fromEntries(inherited), ...keys };
  return promisify(execFile)(process.execPath, ["ops/rehearse/contracts.ts"], { cwd: root, env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
}

/** Settings of the fakes, with the prefix TEST_ of provider test accounts. */
const testKeys = (prefix: string) =>
  Object.fromEntries(
    Object.entries(app.sandbox.vars).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[`TEST_${name}`, value]] : [],
    ),
  );

test("without keys nothing is run, which is said", async () => {
  const { code, output } = await runContracts({});
  expect(output.match(/^not run: no keys \(.+\)$/gm)).toEqual([
    "not run: no keys (payment provider)",
    "not run: no keys (accounting)",
    "not run: no keys (carrier)",
  ]);
  expect(code).toBe(0);
});

test("the fakes keep the contracts of accounting system and carrier, and nothing is left there", async () => {
  const accounting = accountingOn({ query: openDatabase(app.sandbox.databaseUrl), sandbox });
  await accounting.plant("customer", { companyName: "Initech" });
  await accounting.plant("item", { itemId: "P-1" });
  const { code, output } = await runContracts({ ...testKeys("NETSUITE_"), ...testKeys("FULEX_") });
  expect(output).toContain("not run: no keys (payment provider)");
  expect(output).not.toContain("FAILED");
  expect(output.match(/^ok {6}accounting: /gm)).toHaveLength(4);
  expect(output.match(/^ok {6}carrier: /gm)).toHaveLength(3);
  expect(code).toBe(0);
  expect(await accounting.records("sales_order")).toEqual([]);
});

test("the payment provider is among them", async () => {
  const { code, output } = await runContracts({ TEST_STRIPE_SECRET_KEY: "sk_live_something" });
  expect(output).toContain("A rehearsal takes a key of test mode");
  expect(code).toBe(1);
});

test("what differs is named, and the command ends with 1", async () => {
  await sandbox.addFault({
    service: "fulex",
    path: "/ship/v1/shipments/cancel",
    kind: "status",
    value: 500,
    times: 10,
  });
  const { code, output } = await runContracts(testKeys("FULEX_"));
  expect(output).toMatch(/^FAILED {2}carrier: a shipment has a number/m);
  expect(output).toContain("1 differed.");
  expect(code).toBe(1);
});

test.each([
  ["TEST_NETSUITE_API_URL", "https://1234567.suitetalk.api.netsuite.com", "NETSUITE_"],
  ["TEST_FULEX_API_URL", "https://apis.fedex.com", "FULEX_"],
])("%s of an account that counts is refused before it is asked", async (name, url, prefix) => {
  const { code, output } = await runContracts({ ...testKeys(prefix), [name]: url });
  expect(output).toContain(`${name} is no test environment: ${url}.`);
  expect(code).toBe(1);
});

test("a part of the keys is refused by the names of the rest", async () => {
  const { code, output } = await runContracts({ ...testKeys("FULEX_"), TEST_FULEX_SHIPPER: "" });
  expect(output).toContain("Set TEST_FULEX_SHIPPER, too.");
  expect(code).toBe(1);
});
