import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getInvoiceExportTask, startInvoiceExportTask } from "../../worker/contract/v1/admin/net-suite-exports.ts";
import { getProfile } from "../../worker/contract/v1/sso/user.ts";
import { listOrders } from "../../worker/contract/v1/client/orders.ts";
import { listProducts } from "../../worker/contract/v1/store/products.ts";
import { freePort } from "../../sandbox/process/ports.ts";
import { runScheduled } from "../../sandbox/run/schedule.ts";
import { startWorker, type Worker } from "../../sandbox/run/worker.ts";
import { root } from "../../sandbox/process/settings.ts";
import { accountingOn } from "../support/accounting/records.ts";
import { startOwnApp } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { openDatabase, type Query } from "../support/database.ts";
import { factoriesOn } from "../support/factories.ts";
import { sandboxAt } from "../support/sandbox.ts";
import { shopOn } from "../support/store.ts";
import { buildRelease } from "./release-build.ts";

const git = (...args: string[]) => {
  try {
    return execFileSync("git", args, { cwd: root, stdio: ["ignore", "pipe", "ignore"] })
      .toString()
      .trim();
  } catch {
    return "";
  }
};

/** The commit before the newest migration; its release still runs while a deployment has updated only the schema. */
function findPreviousRelease(): string {
  const newest = git("log", "-1", "--format=%H", "--", "migrations/meta/_journal.json");
  return newest && git("rev-parse", "--verify", "--quiet", `${newest}^`);
}

const commit = findPreviousRelease();
let app: Awaited<ReturnType<typeof startOwnApp>>;
let query: Query;
let sandbox: ReturnType<typeof sandboxAt>;
let worker: Worker;
const lines: string[] = [];

// A shallow clone lacks the history; the build server fetches all of it (.github/workflows/ci.yml).
const testWithHistory = commit === "" ? test.skip : test;

beforeAll(async () => {
  if (commit === "") return;
  const dist = await buildRelease(commit);
  app = await startOwnApp();
  query = openDatabase(app.sandbox.databaseUrl);
  sandbox = sandboxAt(app.sandbox.url);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const vars = {
    ...app.sandbox.vars,
    PUBLIC_URL: url,
    MAIN_WEB_URL: `${url}/store`,
    ADMIN_WEB_URL: `${url}/admin`,
  };
  worker = await startWorker({
    vars,
    port,
    renderer: "preact",
    dist,
    onLog: (line) => lines.push(line),
  });
});
afterAll(async () => {
  await worker?.stop();
  await app?.stop();
});

const shopAt = (url: string) =>
  shopOn({ query, factories: factoriesOn(query), sandbox, url, is_older: url === worker.url });

testWithHistory("the release before works on the schema of today: pages, lists, a purchase and its jobs", async () => {
  expect(commit).toMatch(/^[0-9a-f]{40}$/);
  const visitor = createClient({ url: worker.url });
  for (const path of ["/health", "/sign-in/crunchbox", "/store", "/store/products", "/recover-password"])
    expect((await visitor.fetch(path)).status, path).toBe(200);

  const shop = shopAt(worker.url);
  const { client, bought } = await shop.purchase([await shop.createProduct(), await shop.createPlan()]);
  expect(bought).toMatchObject({ success: true });
  // Only statuses are compared, because the bodies follow the previous release's contract.
  for (const { path } of [getProfile, listProducts, listOrders])
    expect((await client.fetch(path)).status, path).toBe(200);
  for (const path of ["/store", "/store/cart", "/portal", "/portal/profile"])
    expect((await client.fetch(path)).status, path).toBe(200);
  // Earlier releases have pages at these addresses; later ones redirect.
  for (const path of ["/store/orders", "/store/subscriptions"]) {
    const answer = await client.fetch(path);
    const { status } = answer.status === 308 ? await client.fetch(answer.headers.get("location") ?? "") : answer;
    expect(status, path).toBe(200);
  }

  for (const job of ["deliver-outbox", "sweep-payments", "clean-up", "reconcile-payments"])
    await runScheduled(worker.url, job);
  // A fake that is stricter than before may fail calls, which says nothing about the schema.
  expect(lines.filter((line) => line.includes('"event":"failure"'))).toEqual([]);
});

testWithHistory("both releases at work on one export: nothing is lost and nothing is made twice", async () => {
  const shops = [shopAt(worker.url), shopAt(app.worker.url)];
  const accounting = accountingOn({ query, sandbox });
  const product = await shops[1]?.createProduct();
  if (!product) throw new Error("no product");
  await accounting.knowProduct(product.id);
  const orgs: string[] = [];
  for (let i = 0; i < 12; i += 1) {
    const buyer = await shops[i % 2]?.purchase([product]);
    if (!buyer) throw new Error("nothing was bought");
    await accounting.knowOrganization(buyer.org_id);
    orgs.push(buyer.org_id);
  }
  await query("update invoices set is_net_suite_sync_needed = false where not org_id = any($1::uuid[])", [orgs]);
  const [previousClient, currentClient] = await Promise.all(
    shops.map(async (shop) => (await shop.signedInAdmin()).client),
  );
  if (!previousClient || !currentClient) throw new Error("nobody signed in");

  // The previous release works and waits for an answer when its lease ends; the new one continues from its position.
  await sandbox.addFault({ service: "net-suite", kind: "delay", value: 4000, when: "after", path: "/invoice/" });
  (await previousClient.call(startInvoiceExportTask)).reply();
  await expect.poll(async () => (await accounting.records("invoice")).length).toBeGreaterThan(0);
  await query("update tasks set lease_until = now() where name = 'invoices'");
  await Promise.all(
    [...Array(10)].flatMap(() => [previousClient, currentClient]).map((each) => each.call(startInvoiceExportTask)),
  );
  await runScheduled(app.worker.url, "continue-tasks");
  const status = async () => (await currentClient.call(getInvoiceExportTask)).reply().status;
  await expect.poll(status).toBe("completed");

  const bills = await query<{ id: string; net_suite_id: number }>(
    "select id, net_suite_id::int from invoices where org_id = any($1::uuid[])",
    [orgs],
  );
  const exportedInvoices = await accounting.records("invoice");
  const idOf = ({ external_id }: { external_id: string | null }) => external_id ?? "";
  expect(bills).toHaveLength(12);
  expect(exportedInvoices.map(idOf).toSorted()).toEqual(bills.map(({ id }) => `invoice-${id}`).toSorted());
  expect((await accounting.records("sales_order")).map(idOf)).toHaveLength(12);
  for (const { id, net_suite_id } of bills)
    expect(exportedInvoices.find((record) => idOf(record) === `invoice-${id}`)?.id).toBe(String(net_suite_id));
});
