// What unlocks software, from purchase to refund, with shared helpers.
import { describe, expect, test } from "vitest";
import type { PaymentStatus, SubscriptionStatus } from "../../../db/enums.ts";
import { voidInvoice, writeOffInvoice } from "../../../worker/contract/v1/admin/invoices.ts";
import { getAdminOrder, refundOrder } from "../../../worker/contract/v1/admin/orders.ts";
import { giveSubscription, updateSubscription } from "../../../worker/contract/v1/admin/subscriptions.ts";
import { openDownload } from "../../../worker/contract/v1/client/downloads.ts";
import { getOrder } from "../../../worker/contract/v1/client/orders.ts";
import { getSubscription } from "../../../worker/contract/v1/client/subscriptions.ts";
import { downloadSoftware, listSoftware } from "../../../worker/contract/v1/client/software.ts";
import { readWords } from "../../http/pages/words.ts";
import { signedIn, signedInAdmin } from "../../support/actors.ts";
import { createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createProduct, createSession } from "../../support/factories.ts";
import {
  createProductOrder,
  createSoftware,
  createSoftwareProduct,
  createGivenSubscription,
  createVersion,
} from "../../support/software/rows.ts";
import { shop } from "../../support/store.ts";
import { accountBuyer, buyOnAccount, invoiceOf, priced, transfer } from "../store/account/account.ts";

/** A plugin that a product unlocks, with versions published 30 and 10 days ago. */
async function createPaidPlugin(more: { subscription_term?: "month" | "year"; family?: string } = {}) {
  const product = await createSoftwareProduct(more);
  const plugin = await createSoftware({ product_id: product.id });
  const older = await createVersion(plugin, { version: "1.9.0", published: 30 });
  const newer = await createVersion(plugin, { version: "1.10.0", published: 10 });
  return { product, plugin, older, newer };
}

/**
 * Creates a user; `look` expects the list of software and the downloads to give the same permissions, and returns the
 * listed rows.
 */
async function createBuyer() {
  const { user, client } = await signedIn();
  async function look<P extends { plugin: { id: string }; newer: { id: string } }>(plugins: P[]) {
    const { data } = (await client.call(listSoftware)).reply();
    const rows = plugins.flatMap(({ plugin }) => data.find(({ id }) => id === plugin.id) ?? []);
    expect(rows).toHaveLength(plugins.length);
    const statuses = await Promise.all(plugins.map(({ newer }) => fetches(newer)));
    expect(statuses).toEqual(rows.map(({ allowed }) => (allowed ? 302 : 403)));
    return rows;
  }
  const fetches = async ({ id }: { id: string }) =>
    (await client.call(openDownload, { params: { object_id: id } })).status;
  return { user, org_id: user.org_id, look, fetches };
}

describe("what an organization may have", () => {
  test("is all that is linked to no product; the newest is that of the highest version, whenever it was published", async () => {
    const { client } = await signedIn();
    const plugin = await createSoftware();
    await createVersion(plugin, { version: "1.10.0", published: 20 });
    await createVersion(plugin, { version: "1.9.1", published: 5 });
    await createVersion(plugin, { version: "2.0.0", published: null });
    const { data, meta } = (await client.call(listSoftware)).reply();
    const row = data.find(({ id }) => id === plugin.id);
    expect(row).toMatchObject({ kind: "plugin", allowed: true, reason: null, until: null, product_id: null });
    expect(row?.latest_version?.version).toBe("1.10.0");
    expect(row?.latest_version_allowed).toEqual(row?.latest_version);
    expect(meta.count).toBe(data.length);
  });

  test("is what was ordered as long as there is money in the order", async () => {
    const { user, look } = await createBuyer();
    const statuses: [PaymentStatus, boolean][] = [
      ["paid", true],
      ["partially_refunded", true],
      ["disputed", true],
      ["refund_failed", true],
      ["pending", false],
      ["declined", false],
      ["refunded", false],
    ];
    const plugins = await Promise.all(statuses.map(() => createPaidPlugin()));
    for (const [index, [status]] of statuses.entries())
      await createProductOrder(user, plugins[index]?.product.id ?? "", status);
    const listedRows = await look(plugins);
    expect(listedRows.map(({ allowed }, index) => [statuses[index]?.[0], allowed])).toEqual(statuses);
    for (const [index, { reason, latest_version_allowed }] of listedRows.entries()) {
      const message = `It comes with ${plugins[index]?.product.name}, which is bought once.`;
      const allowed = statuses[index]?.[1];
      expect(reason).toEqual(allowed ? null : { code: "PURCHASE_NEEDED", message });
      expect(latest_version_allowed?.version).toBe(allowed ? "1.10.0" : undefined);
    }
  });

  test("is not what was refunded as a line, also while the rest of its order stays paid", async () => {
    const product = await shop.createProduct({ type: "software" });
    const plugin = await createSoftware({ product_id: product.id });
    const version = await createVersion(plugin);
    const { client, bought } = await shop.purchase([await shop.createProduct(), product]);
    const fetchFile = () => client.call(openDownload, { params: { object_id: version.id } });
    expect((await fetchFile()).status).toBe(302);
    const admin = await signedInAdmin();
    const params = { order_id: bought.order_id ?? "" };
    const { lines } = (await admin.client.call(getAdminOrder, { params })).reply();
    const line_id = lines.find(({ product_id }) => product_id === product.id)?.id ?? "";
    (await admin.client.call(refundOrder, { params, body: { lines: [{ line_id, quantity: 1 }] } })).reply();
    expect((await client.call(getOrder, { params })).reply().payment_status).toBe("partially_refunded");
    expect((await fetchFile()).errcode).toBe("USR_NOT_AUTHORIZED");
    const row = (await client.call(listSoftware)).reply().data.find(({ id }) => id === plugin.id);
    expect(row).toMatchObject({ allowed: false, reason: { code: "PURCHASE_NEEDED" }, latest_version_allowed: null });
  });

  test("is not what was ordered on account once its unpaid invoice is void or written off", async () => {
    const [admin, buyer] = [await signedInAdmin(), await accountBuyer()];
    async function buySoftware() {
      const product = await priced(100_00);
      const version = await createVersion(await createSoftware({ product_id: product.id }));
      const invoice = await invoiceOf((await buyOnAccount(buyer, [product])).order_id ?? "");
      const fetchStatus = async () =>
        (await buyer.client.call(openDownload, { params: { object_id: version.id } })).status;
      return { invoice, params: { invoice_id: invoice.id }, fetchStatus };
    }
    const bought = { void: await buySoftware(), writtenOff: await buySoftware(), partlyPaid: await buySoftware() };
    const fetchStatuses = () => Promise.all(Object.values(bought).map(({ fetchStatus }) => fetchStatus()));
    expect(await fetchStatuses()).toEqual([302, 302, 302]);
    await transfer(bought.partlyPaid.invoice, 90_00);
    expect(await readWords(admin.client, `/admin/invoices/${bought.void.invoice.id}`)).toContain(
      "software is locked if nothing was paid",
    );
    (await admin.client.call(voidInvoice, { params: bought.void.params })).reply();
    for (const { params } of [bought.writtenOff, bought.partlyPaid])
      (await admin.client.call(writeOffInvoice, { params })).reply();
    expect(await fetchStatuses()).toEqual([403, 403, 302]);
  });

  test("is what an available subscription covers", async () => {
    const { org_id, look } = await createBuyer();
    const statuses: [SubscriptionStatus, boolean][] = [
      ["active", true],
      ["past_due", true],
      ["incomplete", false],
      ["incomplete_expired", false],
      ["trialing", false],
    ];
    const plugins = await Promise.all(statuses.map(() => createPaidPlugin({ subscription_term: "month" })));
    for (const [index, [status]] of statuses.entries())
      await createGivenSubscription(org_id, plugins[index]?.product.id ?? "", { status });
    const listedRows = await look(plugins);
    expect(listedRows.map(({ allowed }, index) => [statuses[index]?.[0], allowed])).toEqual(statuses);
  });

  test("stays what was published before its subscription ended, and of newer versions it is said what they need", async () => {
    const { org_id, look, fetches } = await createBuyer();
    const soldPlugin = await createPaidPlugin({ subscription_term: "month" });
    const { product, older } = soldPlugin;
    await createGivenSubscription(org_id, product.id, { status: "canceled", ended: 20 });
    const [row] = await look([soldPlugin]);
    expect(row).toMatchObject({ allowed: false, reason: { code: "SUBSCRIPTION_ENDED" } });
    expect(row?.latest_version?.version).toBe("1.10.0");
    expect(row?.latest_version_allowed?.version).toBe("1.9.0");
    const [{ ended } = { ended: "" }] = await query<{ ended: string }>(
      "select to_json(cancel_at at time zone 'UTC')#>>'{}' || 'Z' as ended from subscriptions where org_id = $1",
      [org_id],
    );
    expect(Date.parse(row?.until ?? "")).toBe(Date.parse(ended));
    expect(await fetches(older)).toBe(302);
  });

  test("is nothing of a given plan that was canceled before its start, also after that day", async () => {
    const { org_id, look } = await createBuyer();
    const soldPlugin = await createPaidPlugin({ subscription_term: "month" });
    const { client } = await signedInAdmin();
    const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const body = { product_id: soldPlugin.product.id, org_id, start_date: daysFromNow(5), end_date: daysFromNow(30) };
    const { id } = (await client.call(giveSubscription, { body })).reply();
    const params = { subscription_id: id };
    (await client.call(updateSubscription, { params, body: { status: "canceled" } })).reply();
    await query(
      `update subscriptions set start_at = start_at - interval '6 days', cancel_at = cancel_at - interval '6 days'
       where id = $1`,
      [id],
    );
    expect(await look([soldPlugin])).toMatchObject([
      { allowed: false, reason: { code: "PURCHASE_NEEDED" }, until: null, latest_version_allowed: null },
    ]);
  });

  test("stays what was published until the only payment of a plan was charged back", async () => {
    const product = await shop.createPlan();
    const plugin = await createSoftware({ product_id: product.id });
    const older = await createVersion(plugin, { version: "1.9.0", published: 30 });
    const { client, customer, bought } = await shop.purchase([product]);
    const params = { subscription_id: bought.subscription_ids[0] ?? "" };
    const isAvailable = async () => {
      await shop.sweep();
      return (await client.call(getSubscription, { params })).reply().is_available;
    };
    const fetchFile = async ({ id }: { id: string }) => client.call(openDownload, { params: { object_id: id } });
    await expect.poll(isAvailable).toBe(true);
    const [charge] = await shop.charges(customer);
    await shop.control("/disputes", { charge: charge?.id, stage: "lost" });
    await expect.poll(isAvailable).toBe(false);
    const newer = await createVersion(plugin, { version: "1.10.0", published: 0 });
    expect((await fetchFile(older)).status).toBe(302);
    expect((await fetchFile(newer)).status).toBe(403);
    const row = (await client.call(listSoftware)).reply().data.find(({ id }) => id === plugin.id);
    expect(row).toMatchObject({
      allowed: false,
      reason: { code: "SUBSCRIPTION_ENDED" },
      latest_version_allowed: { version: "1.9.0" },
    });
  });

  test("is the same for every term of a plan", async () => {
    const family = `Family ${Math.random()}`;
    const { org_id, look } = await createBuyer();
    const monthlyPlugin = await createPaidPlugin({ subscription_term: "month", family });
    const yearlyProduct = await createSoftwareProduct({ subscription_term: "year", family });
    const message = `It comes with ${family}. Subscribe to get it.`;
    expect(await look([monthlyPlugin])).toMatchObject([
      { allowed: false, reason: { code: "PURCHASE_NEEDED", message } },
    ]);
    await createGivenSubscription(org_id, yearlyProduct.id);
    expect(await look([monthlyPlugin])).toMatchObject([{ allowed: true }]);
  });

  test("is not what another organization bought, nor what is not published, nor what was deleted", async () => {
    const { look } = await createBuyer();
    const soldPlugin = await createPaidPlugin();
    const other = await signedIn();
    await createProductOrder(other.user, soldPlugin.product.id, "paid");
    expect(await look([soldPlugin])).toMatchObject([{ allowed: false }]);
    const { client } = await signedIn();
    const plugin = await createSoftware();
    const draftVersion = await createVersion(plugin, { published: null });
    const deletedVersion = await createVersion(plugin, { version: "0.9.0" });
    await query("update software_versions set is_deleted = true where id = $1", [deletedVersion.id]);
    const row = (await client.call(listSoftware)).reply().data.find(({ id }) => id === plugin.id);
    expect(row).toMatchObject({ allowed: false, latest_version: null, reason: { code: "NOT_PUBLISHED" } });
    for (const { id } of [draftVersion, deletedVersion])
      expect((await client.call(openDownload, { params: { object_id: id } })).errcode).toBe("FILE_NOT_FOUND");
  });

  test("can be asked for by the product whose devices it is made for", async () => {
    const { client } = await signedIn();
    const device = await createProduct();
    const firmware = await createSoftware({ kind: "software", fits: [device.id] });
    const { data } = (await client.call(listSoftware, { query: { product_id: device.id } })).reply();
    expect(data.map(({ id }) => id)).toEqual([firmware.id]);
  });
});

describe("software by its name", () => {
  test("leads to the file of its newest published version", async () => {
    const { client } = await signedIn();
    const app = await createSoftware({ kind: "software" });
    await createVersion(app, { version: "1.0.0" });
    const newest = await createVersion(app, { version: "1.2.0", file_name: "Größe 1.2.zip" });
    await createVersion(app, { version: "1.3.0", published: null });
    const answer = await client.call(downloadSoftware, { params: { name: app.name } });
    expect(answer.status).toBe(302);
    const file = await fetch(answer.headers.get("location") ?? "");
    expect(Buffer.from(await file.arrayBuffer())).toEqual(newest.content);
    expect(file.headers.get("content-disposition")).toBe(
      "attachment; filename=\"Gr__e 1.2.zip\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%201.2.zip",
    );
  });

  test("is refused where nobody knows it, where nothing is published, and where it is no name", async () => {
    const { client } = await signedIn();
    const unpublished = await createSoftware({ kind: "software" });
    await createVersion(unpublished, { published: null });
    const plugin = await createSoftware({ kind: "plugin" });
    const ask = async (name: string) => client.call(downloadSoftware, { params: { name } });
    expect((await ask("nobody-knows-it")).errcode).toBe("REFERENCE_NOT_FOUND");
    expect((await ask(plugin.name)).errcode).toBe("REFERENCE_NOT_FOUND");
    expect((await ask(unpublished.name)).errcode).toBe("SOFTWARE_VERSION_NOT_FOUND");
    expect((await ask("../secrets")).status).toBe(400);
  });
});

async function createClientFor(email: string) {
  const [user] = await query<{ id: string }>("select id from users where email = $1", [email]);
  return createClient({ session: await createSession(user?.id ?? "") });
}

test("the demonstration data have what the issue names", async () => {
  const acme = await createClientFor("user@acme.test");
  const globex = await createClientFor("owner@globex.test");
  const fetchVersions = async (client: typeof acme) =>
    Object.fromEntries(
      (await client.call(listSoftware))
        .reply()
        .data.map((row) => [row.name, [row.latest_version?.version, row.latest_version_allowed?.version]]),
    );
  expect(await fetchVersions(acme)).toMatchObject({
    flowpoint: ["5.2.0", "5.2.0"],
    "spectra-firmware": ["1.5.0", "1.5.0"],
    "gate-firmware": [undefined, undefined],
    "color-maps": ["1.1.0", "1.1.0"],
    "lims-export": ["1.3.0", "1.3.0"],
    "spectral-analysis": ["2.1.0", undefined],
    "fleet-monitor": ["4.3.0", "4.2.1"],
    "report-kit": [undefined, undefined],
  });
  expect(await fetchVersions(globex)).toMatchObject({
    "lims-export": ["1.3.0", undefined],
    "spectral-analysis": ["2.1.0", "2.1.0"],
    "fleet-monitor": ["4.3.0", undefined],
  });
});
