import { expect, test } from "vitest";
import { getOrder, updateOrder } from "../../../worker/contract/v1/client/orders.ts";
import { listInvoices } from "../../../worker/contract/v1/client/invoices.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { signedIn } from "../../support/actors.ts";
import { hold } from "../../support/database.ts";
import { postForm } from "../../support/forms.ts";
import { cards, shop } from "../../support/store.ts";

async function placeOrder(number: string = cards.good) {
  const person = await shop.purchase([await shop.createProduct()], number);
  const params = { order_id: person.bought.order_id ?? "" };
  return { ...person, params, page: hrefOf(pages.order, params) };
}

test("a PO number comes after the order, stands on its invoice at once, and an omitted field keeps its value", async () => {
  const { client, params, org_id } = await placeOrder();
  await shop.settled();
  const change = (body: object) => client.call(updateOrder, { params, body });
  expect((await change({ po_number: " 4500099887 ", note: "Dock 4" })).reply().po_number).toBe("4500099887");
  const searchInvoices = async (search: string) =>
    (await client.call(listInvoices, { query: { search } })).reply().data;
  expect(await searchInvoices("4500099887")).toMatchObject([{ reference_id: params.order_id, note: "Dock 4" }]);
  expect((await change({ note: null })).reply()).toMatchObject({ po_number: "4500099887", note: null });
  expect((await change({ po_number: "" })).reply().po_number).toBeNull();
  expect(await searchInvoices("4500099887")).toEqual([]);
  const entries = await shop.query("select 1 from audit_log where action = 'updateOrder' and org_id = $1", [org_id]);
  expect(entries).toHaveLength(3);
});

test("the change waits for a payment of the invoice, which finds the order free", async () => {
  const { client, params } = await placeOrder();
  await shop.settled();
  const orderIds = [params.order_id];
  // Recording a payment locks the invoice first, then the order.
  const lock = await hold("select 1 from invoices where reference_id = $1 for update", orderIds);
  const answer = client.call(updateOrder, { params, body: { po_number: "PO-1" } });
  await expect.poll(async () => (await lock.waiting()).length).toBe(1);
  await lock.run("select 1 from orders where id = $1 for update nowait", orderIds);
  await lock.commit();
  expect((await answer).reply().po_number).toBe("PO-1");
});

test("managers of the organization change it, too; others and other organizations do not", async () => {
  const { org_id, params, page } = await placeOrder();
  await shop.settled();
  const body = { po_number: "PO-7" };
  const manager = await signedIn({ org_id, roles: ["org", "user"] });
  expect((await manager.client.call(updateOrder, { params, body })).reply().po_number).toBe("PO-7");
  const colleague = await signedIn({ org_id, roles: ["buyer", "user"] });
  const denial = await colleague.client.call(updateOrder, { params, body: { po_number: "PO-8" } });
  expect([denial.status, denial.errcode, denial.message]).toEqual([
    403,
    "ORDER_REFERENCE_DENIED",
    "Only the person who placed this order, or a manager of the organization, can change its PO number and note.",
  ]);
  expect(await (await colleague.client.fetch(page)).text(), "no dead form").not.toContain("PO number or note");
  expect((await postForm(colleague.client, hrefOf(pages.orderReference, params), { po_number: "PO-8" })).status).toBe(
    403,
  );
  expect((await colleague.client.call(getOrder, { params })).reply().po_number).toBe("PO-7");
  const member = await signedIn({ org_id });
  expect((await member.client.call(updateOrder, { params, body })).status).toBe(403);
  expect(await (await member.client.fetch(page)).text()).not.toContain("PO number or note");
  const stranger = await shop.buyer();
  expect((await stranger.client.call(updateOrder, { params, body })).errcode).toBe("ORDER_ACCESS_DENIED");
  const unknownParams = { order_id: "01900000-0000-7000-8000-00000000dead" };
  expect((await stranger.client.call(updateOrder, { params: unknownParams, body })).errcode).toBe("ORDER_NOT_FOUND");
});

test("the page has a form without script, which keeps what was refused", async () => {
  const { client, params, page } = await placeOrder();
  await shop.settled();
  const form = hrefOf(pages.orderReference, params);
  expect(await (await client.fetch(page)).text()).toContain("Add a PO number");
  const saveAnswer = await postForm(client, form, { po_number: "4500099887", note: "" });
  expect([saveAnswer.status, saveAnswer.headers.get("location")]).toEqual([303, page]);
  const html = await (await client.fetch(page)).text();
  expect(html).toContain("The PO number and the note are saved.");
  expect(html).toContain("PO 4500099887");
  expect(html).toContain("Change PO number or note");
  const longAnswer = await postForm(client, form, { po_number: "9".repeat(65), note: "Dock 9" });
  expect(longAnswer.status).toBe(422);
  expect(await longAnswer.text()).toMatch(/Dock 9/);
  expect((await client.call(getOrder, { params })).reply()).toMatchObject({ po_number: "4500099887", note: null });
});

test("it is fixed while the payment is under way, and once the invoice is in the books", async () => {
  const unconfirmedOrder = await placeOrder(cards.asks);
  const body = { po_number: "PO-8" };
  const refusal = await unconfirmedOrder.client.call(updateOrder, { params: unconfirmedOrder.params, body });
  expect([refusal.status, refusal.errcode]).toEqual([422, "ORDER_REFERENCE_FIXED"]);
  const { client, params, page } = await placeOrder();
  await shop.settled();
  await shop.query("update invoices set net_suite_id = $2 where reference_id = $1", [
    params.order_id,
    Date.now() % 1_000_000_000,
  ]);
  expect((await client.call(updateOrder, { params, body })).errcode).toBe("ORDER_REFERENCE_FIXED");
  expect(await (await client.fetch(page)).text()).not.toContain("Add a PO number");
  expect((await postForm(client, hrefOf(pages.orderReference, params), body)).status).toBe(422);
});
