import { expect, test } from "vitest";
import { getOrder, updateOrder } from "../../../worker/contract/v1/client/orders.ts";
import { listInvoices } from "../../../worker/contract/v1/client/invoices.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { signedIn } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { hold } from "../../support/database.ts";
import { cards, shop } from "../../support/store.ts";

async function order(number: string = cards.good) {
  const person = await shop.purchase([await shop.createProduct()], number);
  const params = { order_id: person.bought.order_id ?? "" };
  return { ...person, params, page: hrefOf(pages.order, params) };
}
const post = (client: Client, path: string, fields: Record<string, string>) =>
  client.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });

test("a PO number comes after the order, stands on its invoice at once, and an omitted field keeps its value", async () => {
  const { client, params, org_id } = await order();
  await shop.settled();
  const change = (body: object) => client.call(updateOrder, { params, body });
  expect((await change({ po_number: " 4500099887 ", note: "Dock 4" })).reply().po_number).toBe("4500099887");
  const invoices = async (search: string) => (await client.call(listInvoices, { query: { search } })).reply().data;
  expect(await invoices("4500099887")).toMatchObject([{ reference_id: params.order_id, note: "Dock 4" }]);
  expect((await change({ note: null })).reply()).toMatchObject({ po_number: "4500099887", note: null });
  expect((await change({ po_number: "" })).reply().po_number).toBeNull();
  expect(await invoices("4500099887")).toEqual([]);
  const entries = await shop.query("select 1 from audit_log where action = 'updateOrder' and org_id = $1", [org_id]);
  expect(entries).toHaveLength(3);
});

test("the change waits for a payment of the invoice, which finds the order free", async () => {
  const { client, params } = await order();
  await shop.settled();
  const ofOrder = [params.order_id];
  // as the record of a payment does it: the invoice, then the order
  const held = await hold("select 1 from invoices where reference_id = $1 for update", ofOrder);
  const answer = client.call(updateOrder, { params, body: { po_number: "PO-1" } });
  await expect.poll(async () => (await held.waiting()).length).toBe(1);
  await held.run("select 1 from orders where id = $1 for update nowait", ofOrder);
  await held.commit();
  expect((await answer).reply().po_number).toBe("PO-1");
});

test("managers of the organization change it, too; others and other organizations do not", async () => {
  const { org_id, params, page } = await order();
  await shop.settled();
  const body = { po_number: "PO-7" };
  const manager = await signedIn({ org_id, roles: ["org", "user"] });
  expect((await manager.client.call(updateOrder, { params, body })).reply().po_number).toBe("PO-7");
  const colleague = await signedIn({ org_id, roles: ["buyer", "user"] });
  const denied = await colleague.client.call(updateOrder, { params, body: { po_number: "PO-8" } });
  expect([denied.status, denied.errcode, denied.message]).toEqual([
    403,
    "ORDER_REFERENCE_DENIED",
    "Only the person who placed this order, or a manager of the organization, can change its PO number and note.",
  ]);
  expect(await (await colleague.client.fetch(page)).text(), "no dead form").not.toContain("PO number or note");
  expect((await post(colleague.client, hrefOf(pages.orderReference, params), { po_number: "PO-8" })).status).toBe(403);
  expect((await colleague.client.call(getOrder, { params })).reply().po_number).toBe("PO-7");
  const member = await signedIn({ org_id });
  expect((await member.client.call(updateOrder, { params, body })).status).toBe(403);
  expect(await (await member.client.fetch(page)).text()).not.toContain("PO number or note");
  const stranger = await shop.buyer();
  expect((await stranger.client.call(updateOrder, { params, body })).errcode).toBe("ORDER_ACCESS_DENIED");
  const none = { order_id: "01900000-0000-7000-8000-00000000dead" };
  expect((await stranger.client.call(updateOrder, { params: none, body })).errcode).toBe("ORDER_NOT_FOUND");
});

test("the page has a form without script, which keeps what was refused", async () => {
  const { client, params, page } = await order();
  await shop.settled();
  const form = hrefOf(pages.orderReference, params);
  expect(await (await client.fetch(page)).text()).toContain("Add a PO number");
  const saved = await post(client, form, { po_number: "4500099887", note: "" });
  expect([saved.status, saved.headers.get("location")]).toEqual([303, page]);
  const html = await (await client.fetch(page)).text();
  expect(html).toContain("The PO number and the note are saved.");
  expect(html).toContain("PO 4500099887");
  expect(html).toContain("Change PO number or note");
  const long = await post(client, form, { po_number: "9".repeat(65), note: "Dock 9" });
  expect(long.status).toBe(422);
  expect(await long.text()).toMatch(/Dock 9/);
  expect((await client.call(getOrder, { params })).reply()).toMatchObject({ po_number: "4500099887", note: null });
});

test("it is fixed while the payment is under way, and once the invoice is in the books", async () => {
  const waiting = await order(cards.asks);
  const body = { po_number: "PO-8" };
  const refused = await waiting.client.call(updateOrder, { params: waiting.params, body });
  expect([refused.status, refused.errcode]).toEqual([422, "ORDER_REFERENCE_FIXED"]);
  const { client, params, page } = await order();
  await shop.settled();
  await shop.query("update invoices set net_suite_id = $2 where reference_id = $1", [
    params.order_id,
    Date.now() % 1_000_000_000,
  ]);
  expect((await client.call(updateOrder, { params, body })).errcode).toBe("ORDER_REFERENCE_FIXED");
  expect(await (await client.fetch(page)).text()).not.toContain("Add a PO number");
  expect((await post(client, hrefOf(pages.orderReference, params), body)).status).toBe(422);
});
