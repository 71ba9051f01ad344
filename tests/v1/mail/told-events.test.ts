import { expect, test } from "vitest";
import { inactivateUser, reactivateUser } from "../../../worker/contract/v1/admin/users.ts";
import { giveSubscription, updateSubscription } from "../../../worker/contract/v1/admin/subscriptions.ts";
import { cancelOrder } from "../../../worker/contract/v1/admin/orders.ts";
import { listNotifications } from "../../../worker/contract/v1/client/notifications.ts";
import { orderByLink } from "../../../worker/contract/v1/client/orders.ts";
import { requestPasswordReset } from "../../../worker/contract/v1/sso/password-reset.ts";
import { finishSetUp } from "../../../worker/contract/v1/sso/user.ts";
import { type Actor, signedIn, signedInAdmin, visitor } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createUser, factoriesOn, password } from "../../support/factories.ts";
import { createLink, openLink } from "../../support/inbox.ts";
import { sandbox } from "../../support/sandbox.ts";
import { workerUrl } from "../../support/app.ts";
import { shopOn } from "../../support/store.ts";

const shop = shopOn({ query, factories: factoriesOn(query), sandbox, url: workerUrl });
const admin = (await signedInAdmin()).client;

const fetchNotifications = async ({ client }: Pick<Actor, "client">) =>
  (await client.call(listNotifications, { query: { sort: "-created_at" } })).reply().data;
const fetchTypes = async (actor: Pick<Actor, "client">) => (await fetchNotifications(actor)).map(({ type }) => type);

test("a purchase is told by mail and in the app, in the statement of the change", async () => {
  const buyer = await shop.purchase([await shop.createProduct(), await shop.createPlan()]);
  await expect.poll(() => fetchTypes(buyer)).toHaveLength(2);
  const told = await fetchNotifications(buyer);
  expect(told.map(({ type }) => type).toSorted()).toEqual(["invoiceForSubscription", "orderConfirmed"]);
  const order = told.find(({ type }) => type === "orderConfirmed");
  const [row] = await query<{ id: string; order_number: string }>(
    "select id, order_number from orders where user_id = $1",
    [buyer.user.id],
  );
  expect(order?.title).toBe(`Your order ${row?.order_number} is confirmed`);
  expect(order?.markdown).toContain(`/${row?.id}>)`);
  // Both notifications link to the invoice's PDF; the plan's also links to the invoice's page.
  for (const { type, markdown } of told) {
    const kind = type === "orderConfirmed" ? "order" : "subscription";
    const [invoice] = await query<{ id: string }>("select id from invoices where org_id = $1 and reference_type = $2", [
      buyer.org_id,
      kind,
    ]);
    const page = `/portal/invoices/${invoice?.id}`;
    expect(markdown).toMatch(new RegExp(`\\[Invoice as a PDF\\]\\(<https?://[^>]+${page}/pdf>\\)`));
    expect(markdown.includes(`${page}>)`), type).toBe(type === "invoiceForSubscription");
    if (type === "invoiceForSubscription") expect(markdown).toContain("[See invoice](");
    expect((await buyer.client.fetch(`${page}/pdf`)).headers.get("content-type")).toBe("application/pdf");
  }
  // M14: one message for each event, user and channel.
  const mails = await query("select type from outbox where user_id = $1 order by type", [buyer.user.id]);
  expect(mails).toEqual([{ type: "invoiceForSubscription" }, { type: "orderConfirmed" }]);
});

test("an order by link is told with its bill, and when it is canceled, once", async () => {
  const buyer = await shop.buyer();
  const product = await shop.createProduct({ type: "software" });
  const body = { products: [{ productId: product.id, quantity: 1 }] };
  const { id } = (await buyer.client.call(orderByLink, { body })).reply();
  const [bill] = await fetchNotifications(buyer);
  expect(bill?.type).toBe("invoiceForOrder");
  expect(bill?.markdown).toMatch(/\[See invoice\]\(<https?:[^>]+\/portal\/invoices\/[\da-f-]{36}>\)/);
  for (let times = 0; times < 2; times += 1) (await admin.call(cancelOrder, { params: { order_id: id } })).reply();
  expect(await fetchTypes(buyer)).toEqual(["orderCanceled", "invoiceForOrder"]);
  await sandbox.waitForMail(buyer.user.email, "was canceled");
  expect(await query("select type from outbox where user_id = $1 order by id", [buyer.user.id])).toEqual([
    { type: "invoiceForOrder" },
    { type: "orderCanceled" },
  ]);
});

test("who sets up is welcomed; the link itself is in no app", async () => {
  const user = await createUser({ state: "new" });
  const browser = visitor();
  const link = await createLink(admin, user.id);
  await openLink(browser, link);
  const [license] = await query<{ version: string }>(
    "select version from license_agreements where valid_from <= now() order by valid_from desc limit 1",
  );
  const body = { password, agreement_version: license?.version ?? "" };
  (await browser.call(finishSetUp, { body })).reply();
  const listInAppTypes = () => query("select type from notifications where user_id = $1", [user.id]);
  expect(await listInAppTypes()).toEqual([{ type: "welcome" }]);
  await sandbox.waitForMail(user.email, "Welcome");
  (await visitor().call(requestPasswordReset, { body: { email: user.email } })).reply();
  await sandbox.waitForMail(user.email, "Reset");
  expect(await listInAppTypes()).toEqual([{ type: "welcome" }]);
});

test("a subscription that is given is told to who runs the organization, and so is its end", async () => {
  const manager = await signedIn({ roles: ["org", "user"] });
  const colleague = await signedIn({ org_id: manager.user.org_id });
  const plan = await shop.createPlan();
  const body = { product_id: plan.id, org_id: manager.user.org_id, start_date: "2026-01-01", end_date: "2027-01-01" };
  const { id } = (await admin.call(giveSubscription, { body })).reply();
  expect(await fetchTypes(manager)).toEqual(["subscriptionStarted"]);
  expect(await fetchTypes(colleague)).toEqual([]);
  await query("update subscriptions set cancel_at = now() - interval '1 hour' where id = $1", [id]);
  for (let times = 0; times < 2; times += 1) await sandbox.runJob("reconcile-payments");
  expect(await fetchTypes(manager)).toEqual(["subscriptionExpired", "subscriptionStarted"]);
  await sandbox.waitForMail(manager.user.email, "expired");
});

test("a subscription that is given for later is announced when it starts, once", async () => {
  const manager = await signedIn({ roles: ["org", "user"] });
  const plan = await shop.createPlan();
  const body = { product_id: plan.id, org_id: manager.user.org_id, start_date: "2090-01-01", end_date: "2091-01-01" };
  const { id } = (await admin.call(giveSubscription, { body })).reply();
  await sandbox.runJob("reconcile-payments");
  expect(await fetchTypes(manager)).toEqual([]);
  const today = new Date().toISOString().slice(0, 10);
  (await admin.call(updateSubscription, { params: { subscription_id: id }, body: { start_date: today } })).reply();
  await sandbox.runJob("reconcile-payments");
  // Another end is no other start.
  await query("update subscriptions set cancel_at = cancel_at + interval '1 month' where id = $1", [id]);
  await sandbox.runJob("reconcile-payments");
  expect(await fetchTypes(manager)).toEqual(["subscriptionStarted"]);
  expect(await query("select 1 from outbox where user_id = $1", [manager.user.id])).toHaveLength(1);
});

test("who is inactivated is told by mail alone, and once; who may come back is told in the app, too", async () => {
  const user = await createUser();
  const call = async (spec: typeof inactivateUser | typeof reactivateUser) =>
    (await admin.call(spec, { params: { user_id: user.id } })).reply();
  for (let times = 0; times < 2; times += 1) await call(inactivateUser);
  for (let times = 0; times < 2; times += 1) await call(reactivateUser);
  const listTypes = (table: "outbox" | "notifications") =>
    query(`select type from ${table} where user_id = $1 order by id`, [user.id]);
  expect(await listTypes("outbox")).toEqual([{ type: "userInactivated" }, { type: "userReactivated" }]);
  expect(await listTypes("notifications")).toEqual([{ type: "userReactivated" }]);
});
