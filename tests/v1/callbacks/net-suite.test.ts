import { afterAll, beforeAll, expect, test } from "vitest";
import { receiveCustomer } from "../../../worker/contract/v1/callbacks/net-suite.ts";
import { startSecondWorker } from "../../support/app.ts";
import { createClient } from "../../support/client.ts";
import { unique, uniqueEmail } from "../../support/factories.ts";
import { type AccountingApp, startAccountingApp, noAccountingVars } from "../../support/accounting/app.ts";
import { sendAtOnce } from "../../support/at-once.ts";

let shop: AccountingApp;
beforeAll(async () => {
  shop = await startAccountingApp();
});
afterAll(() => shop?.stop());

const token = "net_suite_sandbox";
type Headers = Record<string, string>;
const sendWebhook = (customer_id: string, headers: Headers = { "x-net-suite-token": token }, body?: unknown) =>
  createClient({ url: shop.app.worker.url }).call(receiveCustomer, { params: { customer_id }, headers, body });
const findOrganization = async (id: string) =>
  (
    await shop.query<{ name: string; notes: string | null }>(
      "select name, notes from organizations where net_suite_id = $1",
      [id],
    )
  )[0];
const customerFields = () => ({ companyName: unique("Told"), email: uniqueEmail(), isInactive: false });

test("a told customer becomes an organization, and is brought up to date by the next one, whatever the body says", async () => {
  const accountingCustomer = customerFields();
  const id = await shop.enter("customer", accountingCustomer);
  expect((await sendWebhook(id, { "x-net-suite-token": token }, { companyName: "Forged", id: "1" })).status).toBe(200);
  expect(await findOrganization(id)).toEqual({ name: accountingCustomer.companyName, notes: null });
  await shop.query("update organizations set notes = 'ours' where net_suite_id = $1", [id]);
  const name = unique("Renamed");
  await shop.enter("customer", { ...accountingCustomer, companyName: name }, id);
  expect((await sendWebhook(id, { authorization: `Bearer ${token}` })).status).toBe(200);
  expect(await findOrganization(id)).toEqual({ name, notes: "ours" });
  const auditRows = await shop.query(
    "select actor_kind, data ->> 'net_suite_id' as id from audit_log where action = 'syncOrganization' and data ->> 'net_suite_id' = $1",
    [id],
  );
  expect(auditRows).toEqual([
    { actor_kind: "system", id },
    { actor_kind: "system", id },
  ]);
});

test("the same told ten times at once makes one organization", async () => {
  const id = await shop.enter("customer", customerFields());
  const answers = await sendAtOnce(10, () => sendWebhook(id));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await shop.query("select 1 from organizations where net_suite_id = $1", [id])).toHaveLength(1);
  expect((await shop.stats()).max_in_flight).toBeLessThanOrEqual(4);
});

test("without the token nobody is asked: every refusal looks alike", async () => {
  const id = await shop.enter("customer", customerFields());
  const callsBefore = (await shop.stats()).calls;
  const wrongHeaders: Headers[] = [
    {},
    { "x-net-suite-token": "" },
    { "x-net-suite-token": `${token}x` },
    { authorization: "Bearer other" },
  ];
  const answers = await Promise.all([
    ...wrongHeaders.map((headers) => sendWebhook(id, headers)),
    sendWebhook("nonsense", {}),
  ]);
  expect(answers.map(({ status, errcode }) => [status, errcode])).toEqual(
    Array.from({ length: 5 }, () => [401, "SECURITY_CHECK_FAILED"]),
  );
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await findOrganization(id)).toBeUndefined();
  expect((await shop.stats()).calls).toBe(callsBefore);
});

test("a customer that nobody knows is not found; one that is gone leaves its organization; a taken name changes nothing", async () => {
  expect((await sendWebhook("99999999")).errcode).toBe("ORG_NOT_FOUND");
  expect((await sendWebhook("not-a-number")).errcode).toBe("ORG_NOT_FOUND");
  const accountingCustomer = customerFields();
  const id = await shop.enter("customer", accountingCustomer);
  await sendWebhook(id);
  const { name } = await shop.factories.createOrganization();
  await shop.enter("customer", { ...accountingCustomer, companyName: name }, id);
  expect((await sendWebhook(id)).errcode).toBe("ORG_NAME_EXISTS");
  await shop.remove("customer", id);
  expect((await sendWebhook(id)).status).toBe(200);
  expect((await findOrganization(id))?.name).toBe(accountingCustomer.companyName);
});

const listPendingSyncs = (id: string) =>
  shop.query<{ tries: number; pause_s: number }>(
    `select tries, extract(epoch from next_at - now())::int as pause_s from told_customers where customer_id = $1`,
    [id],
  );
const retrySync = async (id: string) => {
  await shop.query("update told_customers set next_at = now() where customer_id = $1", [id]);
  await shop.sandbox.runJob("continue-tasks");
};

test("while the accounting system does not answer, what was told waits, with growing pauses, and comes once it does", async () => {
  const accountingCustomer = customerFields();
  const id = await shop.enter("customer", accountingCustomer);
  await shop.sandbox.addFault({ service: "net-suite", kind: "status", value: 503, times: 1000 });
  expect((await sendWebhook(id)).status).toBe(200);
  expect(await findOrganization(id)).toBeUndefined();
  const [first] = await listPendingSyncs(id);
  expect(first?.pause_s).toBeGreaterThan(20);
  expect(first?.pause_s).toBeLessThanOrEqual(30);
  await retrySync(id);
  const [second] = await listPendingSyncs(id);
  expect(second?.tries).toBe(2);
  expect(second?.pause_s).toBeGreaterThan(50);
  // A second webhook about the customer meanwhile leaves one waiting synchronization and resets its tries.
  expect((await sendWebhook(id)).status).toBe(200);
  expect(await listPendingSyncs(id)).toMatchObject([{ tries: 1 }]);
  await shop.sandbox.clearFaults();
  await retrySync(id);
  expect(await findOrganization(id)).toMatchObject({ name: accountingCustomer.companyName });
  expect(await listPendingSyncs(id)).toEqual([]);
  expect(await shop.query("select 1 from audit_log where data ->> 'net_suite_id' = $1", [id])).toHaveLength(1);
});

test("what was told and cannot be taken over does not wait for ever, and the next call is taken", async () => {
  const { name } = await shop.factories.createOrganization();
  const id = await shop.enter("customer", { ...customerFields(), companyName: name });
  await shop.sandbox.addFault({ service: "net-suite", kind: "status", value: 503, times: 1000 });
  expect((await sendWebhook(id)).status).toBe(200);
  await shop.sandbox.clearFaults();
  await retrySync(id);
  expect(await listPendingSyncs(id)).toEqual([]);
  expect(await findOrganization(id)).toBeUndefined();
  await shop.enter("customer", customerFields(), id);
  expect((await sendWebhook(id)).status).toBe(200);
  expect(await findOrganization(id)).toBeDefined();
});

test("a shop without an accounting system, or without a token for it, takes nobody's word", async () => {
  const worker = await startSecondWorker({ ...noAccountingVars, NETSUITE_CALLBACK_TOKEN: "" });
  try {
    const client = createClient({ url: worker.url });
    const webhookRequest = { params: { customer_id: "1" }, headers: { "x-net-suite-token": "" } };
    expect((await client.call(receiveCustomer, webhookRequest)).errcode).toBe("SECURITY_CHECK_FAILED");
  } finally {
    await worker.stop();
  }
});
