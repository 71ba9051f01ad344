import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
let copyDir: string;

const runNewCall = (...words: string[]) =>
  spawnSync(process.execPath, [join(copyDir, "tools/new-call/new.ts"), ...words], { encoding: "utf8" });

beforeAll(() => {
  copyDir = mkdtempSync(join(tmpdir(), "new-call-"));
  for (const name of [
    "worker",
    "routes",
    "islands",
    "db",
    "ops",
    "tests",
    ".oxfmtrc.json",
    "tsconfig.json",
    "sandbox",
    "tools",
    "vite.config.ts",
    "package.json",
  ])
    cpSync(join(root, name), join(copyDir, name), {
      recursive: true,
      filter: (path) => !path.includes("node_modules"),
    });
  symlinkSync(join(root, "node_modules"), join(copyDir, "node_modules"));
});
afterAll(() => rmSync(copyDir, { recursive: true, force: true }));

test("a new call and its page compile, and fail by name until its access and its requirements are written", async () => {
  const newCallRun = runNewCall("GET", "/v1/client/gadgets/{gadget_id}/parts", "listGadgetParts", "devices");
  expect(newCallRun.stderr).toBe("");
  expect(runNewCall("POST", "/v1/client/orders/{order_id}/again", "orderAgain", "fulfilment").stderr).toBe("");
  const screenArgs = ["GET", "/v1/admin/vendors", "listVendors", "organizations/vendors", "--screen"];
  expect(runNewCall(...screenArgs).stderr, "a new folder, and a list with its page").toBe("");
  const siteMap = readFileSync(join(copyDir, "routes/admin/index.ts"), "utf8");
  expect(siteMap).toContain('import { adminVendorsList } from "./vendors/vendors.tsx";');
  expect(siteMap).toContain("  ...adminVendorsList,\n];");
  const folderArgs = ["GET", "/v1/admin/keys", "listKeys", "identity/factors", "--screen=people"];
  expect(runNewCall(...folderArgs).stderr, "a page among those of its folder").toBe("");
  const people = readFileSync(join(copyDir, "routes/admin/people/index.ts"), "utf8");
  expect(people).toContain('import { adminKeysList } from "./keys.tsx";');
  expect(people).toContain(", ...adminKeysList];");
  const addresses = readFileSync(join(copyDir, "worker/contract/page-paths.ts"), "utf8");
  expect(addresses.indexOf('adminKeys = "/admin/keys"')).toBeLessThan(addresses.indexOf('docs = "/docs"'));
  const [, example = ""] =
    /^npm run new -- (.*?) +#/m.exec(readFileSync(join(root, "docs/guides/call.md"), "utf8")) ?? [];
  expect(runNewCall(...example.split(" ")).stderr, "the example of docs/guides/call.md is no call yet").toBe("");
  const tsc = spawnSync(join(root, "node_modules/.bin/tsc"), ["--noEmit", "-p", copyDir], { encoding: "utf8" });
  expect(tsc.stdout).toBe("");
  expect(tsc.status).toBe(0);

  const rows = join(copyDir, "tests/contract/calls/index.ts");
  await expect(import(rows)).rejects.toThrow("GET /v1/admin/vendors has 1 letters in `may` instead of 11");

  writeFileSync(join(copyDir, "vitest.config.ts"), "export default {};\n");
  const args = [
    "run",
    "--root",
    copyDir,
    "--config",
    join(copyDir, "vitest.config.ts"),
    "tests/v1/client/gadgets.test.ts",
  ];
  const run = spawnSync(join(root, "node_modules/.bin/vitest"), args, { encoding: "utf8" });
  expect(run.status).toBe(1);
  expect(run.stdout + run.stderr).toContain("test the requirements of listGadgetParts");
}, 300_000);

test("a new export moves no line of an index, and the use case lies in the folder that is named", () => {
  const indexes = ["worker/contract/v1/admin/index.ts", "worker/domain/notifications/index.ts"];
  const readLines = (index: string) => readFileSync(join(copyDir, index), "utf8").split("\n");
  const linesBefore = indexes.map(readLines);
  expect(runNewCall("GET", "/v1/admin/bounced-numbers", "listBouncedNumbers", "notifications/phones").stderr).toBe("");
  for (const [at, index] of indexes.entries()) {
    const addedLines = readLines(index).filter((line) => !linesBefore[at]?.includes(line));
    expect(addedLines).toHaveLength(1);
    expect(readLines(index).filter((line) => !addedLines.includes(line))).toEqual(linesBefore[at]);
  }
  expect(readLines("worker/domain/notifications/index.ts")).toContain(
    'export { listBouncedNumbers } from "./phones/list-bounced-numbers.ts";',
  );
  const routes = readLines("routes/v1/admin/notifications.ts");
  expect(routes).toContain("export const bouncedNumbers = serveAll(contract.bouncedNumbers, domain);");
  expect(routes.filter((line) => line.includes("domain/notifications/index.ts"))).toHaveLength(1);
});

test("a call that is there already, an area that is not, and words that say no call are refused with a sentence", () => {
  const ordersBefore = readFileSync(join(copyDir, "worker/contract/v1/client/orders.ts"), "utf8");
  expect(runNewCall("GET", "/v1/client/orders", "listOrders", "fulfilment").stderr).toContain("listOrders is in");
  expect(runNewCall("GET", "/v1/nowhere/things", "listThings", "fulfilment").stderr).toContain(
    "create the area or the module first",
  );
  expect(runNewCall("GET", "things").stderr).toContain("npm run new -- GET");
  expect(runNewCall("GET", "/v1/admin/products", "listWares", "catalog", "--screen").stderr).toContain(
    "pages.adminProducts is in",
  );
  expect(runNewCall("POST", "/v1/admin/wares", "addWare", "catalog", "--screen").stderr).toContain(
    "--screen is for a list",
  );
  expect(runNewCall("GET", "/v1/admin/wares", "listWares", "catalog", "--screen=nowhere").stderr).toContain(
    "routes/admin/nowhere/index.ts is not there",
  );
  expect(readFileSync(join(copyDir, "worker/contract/v1/client/orders.ts"), "utf8")).toBe(ordersBefore);
});
