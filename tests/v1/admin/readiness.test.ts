import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { checkReadiness } from "../../../worker/contract/v1/admin/readiness.ts";
import { actorsOn } from "../../support/actors.ts";
import { startOwnApp } from "../../support/app.ts";
import type { Client } from "../../support/client.ts";
import { openDatabase, type Query } from "../../support/database.ts";
import { factoriesOn } from "../../support/factories.ts";
import { sandboxAt } from "../../support/sandbox.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let sandbox: ReturnType<typeof sandboxAt>;
let query: Query;
let admin: Client;

beforeAll(async () => {
  app = await startOwnApp({}, { is_empty: true });
  sandbox = sandboxAt(app.sandbox.url);
  query = openDatabase(app.sandbox.databaseUrl);
  const actors = actorsOn({ query, factories: factoriesOn(query), url: app.worker.url });
  admin = (await actors.signedInAdmin()).client;
});
afterEach(() => sandbox.clearFaults());
afterAll(() => app?.stop());

const check = async () => (await admin.call(checkReadiness)).reply();
const findStep = async (name: string) => (await check()).steps.find((step) => step.name === name);
/** Expires the last check of the providers, so that the next check calls them again. */
const expireChecks = () => query("update readiness_checks set checked_at = now() - interval '1 hour'");
const setStripe = (settings: Record<string, string>) => sandbox.post("/stripe/settings", settings);

test("an empty shop lacks all that an administrator enters", async () => {
  const { is_ready, steps } = await check();
  expect(is_ready).toBe(false);
  const openSteps = steps.filter(({ is_done }) => !is_done).map(({ name }) => name);
  expect(openSteps).toEqual(
    expect.arrayContaining(["license", "legal_texts", "mail", "product", "plan", "shipping_rate", "organization"]),
  );
});

test("the payment provider is asked until it is set up, and not after that", async () => {
  await query("delete from readiness_checks");
  await setStripe({ tax: "inactive", registrations: "none" });
  expect(await findStep("tax")).toMatchObject({ is_done: false, note: expect.stringContaining("not active") });
  await setStripe({ tax: "active" });
  await expireChecks();
  expect(await findStep("tax")).toMatchObject({ is_done: false, note: expect.stringContaining("no tax registration") });
  await setStripe({ registrations: "present" });
  await expireChecks();
  expect(await findStep("tax")).toMatchObject({ is_done: true, note: null });
  await setStripe({ registrations: "none" });
  await expireChecks();
  expect(await findStep("tax")).toMatchObject({ is_done: true });
  await setStripe({ registrations: "present" });
});

test("a provider that fails is a step that is not done, and the answer comes all the same", async () => {
  await query("delete from readiness_checks");
  await sandbox.addFault({ service: "stripe", kind: "status", value: 500, times: 20 });
  expect(await findStep("tax")).toMatchObject({ is_done: false, note: expect.stringContaining("did not answer") });
  await sandbox.clearFaults();
  await expireChecks();
  expect(await findStep("tax")).toMatchObject({ is_done: true });
});

test("in the sandbox test mode is enough, and it is told", async () => {
  expect(await findStep("payments")).toEqual({
    name: "payments",
    is_done: true,
    note: "Stripe is in test mode: no card is charged.",
  });
});

test.each([
  ["license", "insert into license_agreements (version, html) values ('1', '<p>Be kind.</p>')"],
  [
    "legal_texts",
    `insert into legal_texts (kind, version, title, html)
     select kind, '1', kind, '<p>Text</p>' from unnest('{terms,privacy,returns,imprint}'::text[]) kind`,
  ],
  [
    "product",
    `insert into products (name, type, is_published, price_levels) values ('Device', 'hardware', true, '{"Base Price": 100}')`,
  ],
  [
    "plan",
    `insert into products (name, type, is_published, subscription_term, price_levels)
     values ('Plan', 'software', true, 'month', '{"Base Price": 100}')`,
  ],
  ["shipping_rate", "insert into shipping_rates (option, price) values ('Ground', 900)"],
  ["organization", "insert into organizations (name) values ('First customer')"],
  [
    "mail",
    `insert into outbox (channel, type, recipient, payload, sent_at) values ('email', 'welcome', 'a@acme.test', '{}', now())`,
  ],
])("%s is done once it is there", async (name, statement) => {
  await expireChecks();
  expect(await findStep(name)).toMatchObject({ is_done: false });
  await query(statement);
  await expireChecks();
  expect(await findStep(name)).toMatchObject({ is_done: true });
});

test("a shop that has all of it is ready", async () => {
  expect(await check()).toMatchObject({ is_ready: true });
});
