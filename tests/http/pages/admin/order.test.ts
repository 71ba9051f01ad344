// The page of an order from packing to its end, with shared helpers for buying and forms.
import { formatMoney } from "../../../../islands/lib/money.ts";
import { listOrderPackages } from "../../../../worker/contract/v1/admin/shipping.ts";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { StaffPreset } from "../../../../db/enums.ts";
import { markInvoicePaid } from "../../../../worker/contract/v1/admin/invoices.ts";
import { createNote } from "../../../../worker/contract/v1/admin/notes.ts";
import { refundOrder } from "../../../../worker/contract/v1/admin/orders.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import type { Client } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { unique } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";
import { createPaidOrder } from "../../../support/shipping/orders.ts";
import { shop } from "../../../support/store.ts";
import { waitUntilSettled, createUnpaidOrder } from "../../../v1/admin/invoices/unpaid.ts";
import { readWords } from "../words.ts";

test("an administrator ships two packages with their serial numbers, prints the slip and says that all arrived", async () => {
  const [{ client }, { id, line_id, order_number, device, buyer }] = [await signedInAdmin(), await createPaidOrder(2)];
  const path = `/admin/orders/${id}`;
  expect(await readWords(client, path)).toContain("Nothing has shipped yet.");
  const [firstSerial, secondSerial] = [device.serial(), device.serial()];
  const [firstTracking, secondTracking] = [unique("1Z").toUpperCase(), unique("1Z").toUpperCase()];
  const [productRow] = await query<{ sku: string }>(
    `update orders o set po_number = 'PO-4711' from order_lines l join products p on p.id = l.product_id
     where o.id = $1 and l.id = $2 returning p.sku`,
    [id, line_id],
  );
  const owedSlip = await readWords(client, `${path}/packing-slip`);
  for (const text of [
    "What is still owed",
    order_number,
    device.name,
    `SKU Serial numbers Quantity ${device.name} ${productRow?.sku ?? ""}`.trim(),
    "PO-4711",
    "Sender CGX Inc.",
    "Print",
  ])
    expect(owedSlip).toContain(text);
  const shipAnswer = await postForm(client, `${path}/ship?by=number&packages=3`, [
    ["packages.0.tracking_id", firstTracking],
    ["packages.0.freight_carrier", "UPS"],
    [`packages.0.serials.${line_id}`, `${firstSerial}\r\n${secondSerial}`],
    [`packages.0.lines.${line_id}`, "2"],
    ["packages.1.tracking_id", secondTracking],
    [`packages.1.lines.${line_id}`, ""],
    [`packages.1.serials.${line_id}`, ""],
    ["packages.2.tracking_id", ""],
    [`packages.2.lines.${line_id}`, "0"],
    [`packages.2.serials.${line_id}`, ""],
  ]);
  expect([shipAnswer.status, shipAnswer.headers.get("location")]).toEqual([303, path]);
  const pageText = await readWords(client, path);
  expect(pageText).toContain("2 packages are on their way.");
  for (const text of [
    "Shipped",
    "2 of 2 shipped",
    "Nothing of this order has still to ship.",
    firstTracking,
    secondTracking,
    firstSerial,
    secondSerial,
    "Everything has arrived",
  ])
    expect(pageText).toContain(text);
  expect(await readWords(client, `${path}/packing-slip`)).toContain("Nothing of this order has still to ship.");
  const { data: packages } = (await client.call(listOrderPackages, { params: { order_id: id } })).reply();
  const firstPackage = packages.find(({ tracking_id }) => tracking_id === firstTracking);
  const slip = await readWords(client, `${path}/packing-slip?package=${firstPackage?.id ?? ""}`);
  for (const text of ["Packing slip", order_number, device.name, firstSerial, secondSerial, firstTracking])
    expect(slip).toContain(text);
  expect(slip).not.toContain("$");
  const buyerText = await readWords(buyer.client, `/portal/orders/${id}`);
  expect(buyerText).toContain(`UPS ${firstTracking} with ${firstSerial}, ${secondSerial}`);
  expect((await postForm(client, `${path}/received`, [])).status).toBe(303);
  expect(await readWords(client, path)).toContain("The order is received.");
});

test("what is refused is drawn again with what was typed, and says which serial number it was", async () => {
  const [{ client }, { id, line_id }] = [await signedInAdmin(), await createPaidOrder(1)];
  const fields: [string, string][] = [
    ["packages.0.tracking_id", "1Z-TYPED"],
    [`packages.0.serials.${line_id}`, "NOBODY-KNOWS-1\r\n"],
  ];
  const refusal = await postForm(client, `/admin/orders/${id}/ship?by=number`, fields);
  expect(refusal.status).toBe(422);
  const html = await refusal.text();
  expect(html).toContain("NOBODY-KNOWS-1: There is no device with this serial number.");
  expect(html).toContain('value="1Z-TYPED"');
  const emptyAnswer = await postForm(client, `/admin/orders/${id}/ship?by=number`, [["packages.0.tracking_id", ""]]);
  expect([emptyAnswer.status, await emptyAnswer.text()]).toEqual([
    422,
    expect.stringContaining("Enter the tracking number."),
  ]);
  expect(await query("select 1 from packages where order_id = $1", [id])).toEqual([]);
});

test("one more package keeps all that was typed", async () => {
  const [{ client }, { id, line_id }] = [await signedInAdmin(), await createPaidOrder(2)];
  const fields: [string, string][] = [
    ["packages.0.tracking_id", "1Z-TYPED"],
    [`packages.0.serials.${line_id}`, "TYPED-1\r\nTYPED-2"],
  ];
  const moreAnswer = await postForm(client, `/admin/orders/${id}/ship/more?by=number&packages=2`, fields);
  expect(moreAnswer.status).toBe(200);
  const html = await moreAnswer.text();
  for (const text of ['value="1Z-TYPED"', "TYPED-1", "TYPED-2", 'name="packages.1.tracking_id"', "Ship 2 packages"])
    expect(html).toContain(text);
  expect(html).not.toContain('name="packages.2.tracking_id"');
  const { client: other } = await signedIn({ roles: ["org", "user"] });
  expect((await postForm(other, `/admin/orders/${id}/ship/more?by=number`, fields)).status).toBe(404);
});

test("the header leads to the next step: ship, complete, refund; the service is the one that was paid", async () => {
  const [{ client }, { id }] = [await signedInAdmin(), await createPaidOrder(1)];
  const path = `/admin/orders/${id}`;
  const read = async () => (await client.fetch(path)).text();
  const mainAction = (html: string) => /<div class="main-action">(.*?)<\/div>/s.exec(html)?.[1] ?? "";
  const groundOption = /<option(?=[^>]* selected)(?=[^>]*value="FEDEX_GROUND")/;
  const buttonPattern = (href: string, text: string) =>
    new RegExp(`<a(?=[^>]*class="button")(?=[^>]*href="${href}")[^>]*>${text}</a>`);
  const paidHtml = await read();
  expect(mainAction(paidHtml)).toMatch(buttonPattern("#ship", "Ship"));
  expect(paidHtml).toMatch(groundOption);
  await query("update orders set shipping_data = shipping_data || $2 where id = $1", [id, { method: "Express" }]);
  const expressHtml = await read();
  expect(expressHtml).toContain("The buyer chose Express.");
  expect(expressHtml).not.toMatch(groundOption);
  expect(
    (
      await postForm(client, `${path}/ship?by=number&packages=1`, [
        ["packages.0.tracking_id", unique("1Z").toUpperCase()],
      ])
    ).status,
  ).toBe(303);
  expect(mainAction(await read())).toMatch(buttonPattern("#packages", "Complete"));
});

test("a label is made, downloaded and voided", async () => {
  const [{ client }, { id }] = [await signedInAdmin(), await createPaidOrder(1)];
  const path = `/admin/orders/${id}`;
  const reference = randomUUID();
  const shipAnswer = await postForm(client, `${path}/ship?by=carrier`, [
    ["create", "true"],
    ["packages.0.id", reference],
    ["packages.0.freight_service", "FEDEX_GROUND"],
    ["packages.0.weight_grams", "1200"],
  ]);
  expect(shipAnswer.status).toBe(303);
  const labelText = await readWords(client, path);
  for (const text of ["Void the label", "The label is ready to print, and the buyer is notified."])
    expect(labelText).toContain(text);
  expect(labelText).not.toContain("on its way");
  const label = await client.fetch(`/v1/admin/orders/${id}/shipping/packages/${reference}/label`);
  expect([label.status, label.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect((await postForm(client, `${path}/packages/${reference}/cancel`, [])).status).toBe(303);
  const pageText = await readWords(client, path);
  expect(pageText).toContain("The label is void.");
  expect(pageText).toContain("Nothing has shipped yet.");
});

test("what cannot ship says why, and nobody but administrators sees it", async () => {
  const [{ client }, unpaidOrder] = [
    await signedInAdmin(),
    await createPaidOrder(1, { status: "new", payment_status: "pending" }),
  ];
  const pageText = await readWords(client, `/admin/orders/${unpaidOrder.id}`);
  expect(pageText).toContain("This order is not paid yet. Nothing ships before its payment has arrived.");
  expect(pageText).not.toContain("Tracking number");
  const orderWithoutAddress = await createPaidOrder(1, { address: null });
  expect(await readWords(client, `/admin/orders/${orderWithoutAddress.id}`)).toContain(
    "This order has no shipping address",
  );
  const { client: other } = await signedIn({ roles: ["org", "user"] });
  expect((await other.fetch(`/admin/orders/${unpaidOrder.id}`)).status).toBe(404);
});

/**
 * Forms and links of a paid order that each preset may use. Canceling refunds the order; a refund by support awaits
 * the approval of a second administrator.
 */
const actionsByPreset: [preset: StaffPreset, verbs: string[]][] = [
  ["owner", ["cancel", "notes", "refund", "ship", "shipping-address"]],
  ["support", ["cancel", "notes", "refund", "shipping-address"]],
  ["warehouse", ["notes", "ship", "shipping-address"]],
  ["finance", ["notes", "refund"]],
  ["catalogue", ["notes"]],
];

test("each administrator finds on a paid order only what they may do with it", async () => {
  const { client: owner } = await signedInAdmin();
  const { bought } = await shop.purchase([await shop.createProduct()]);
  const path = `/admin/orders/${bought.order_id}`;
  const admins = await Promise.all(
    actionsByPreset.map(async ([preset, expected]) => ({ preset, expected, ...(await signedInAdmin(preset)) })),
  );
  for (const { preset, expected, client } of admins) {
    const html = await (await client.fetch(path)).text();
    const targets = [...html.matchAll(/(?:action|href)="([^"?]*)/g)].map(([, target]) => target);
    expect(
      ["cancel", "notes", "refund", "ship", "shipping-address"].filter((verb) => targets.includes(`${path}/${verb}`)),
      preset,
    ).toEqual(expected);
    if (!expected.includes("cancel"))
      expect((await postForm(client, `${path}/cancel`, [])).status, `${preset} cancels`).not.toBe(303);
  }
  const shipAnswer = await postForm(owner, `${path}/ship?by=number`, [
    ["packages.0.tracking_id", unique("1Z").toUpperCase()],
  ]);
  expect(shipAnswer.status).toBe(303);
  expect(await readWords(owner, path)).toContain("Everything has arrived");
  for (const { preset, expected, client } of admins)
    expect((await readWords(client, path)).includes("Everything has arrived"), preset).toBe(expected.includes("ship"));
});

test("each administrator reads of a failed refund, with buttons only for who refunds", async () => {
  const { client: owner } = await signedInAdmin();
  const buyer = await shop.purchase([await shop.createProduct()]);
  const path = `/admin/orders/${buyer.bought.order_id}`;
  (await owner.call(refundOrder, { params: { order_id: buyer.bought.order_id ?? "" }, body: {} })).reply();
  const [charge] = await shop.charges(buyer.customer);
  const [refund] = await shop.objects("refund", { charge: charge?.id ?? "" });
  await shop.control("/refunds", { refund: refund?.id, outcome: "failed" });
  await waitUntilSettled(buyer);
  for (const [preset, expected] of actionsByPreset) {
    const pageText = await readWords((await signedInAdmin(preset)).client, path);
    expect(pageText, preset).toContain("The money came back to us.");
    expect(pageText.includes("Try again"), preset).toBe(expected.includes("refund"));
    expect(pageText.includes("Note as paid by other means"), preset).toBe(["owner", "finance"].includes(preset));
    expect(pageText.includes("An owner or a finance person can send it again."), preset).toBe(
      !expected.includes("refund"),
    );
  }
});

test("one timeline tells what happened, each thing once, with its time and person; ids of the provider are folded", async () => {
  const [{ client }, buyer] = [await signedInAdmin(), await shop.purchase([await shop.createProduct()])];
  const params = { order_id: buyer.bought.order_id ?? "" };
  const path = `/admin/orders/${params.order_id}`;
  const subject = { subject_type: "order", subject_id: params.order_id } as const;
  (await client.call(createNote, { body: { ...subject, text: "They call back on Monday." } })).reply();
  const body = { amount: 1234, reason: "duplicate", reason_text: "Ordered twice" } as const;
  (await client.call(refundOrder, { params, body })).reply();
  await waitUntilSettled(buyer);
  const pageText = await readWords(client, path);
  const [facts, timeline = ""] = pageText.split(" Timeline ");
  expect(facts).toMatch(/Visa ···· 4242 *, paid \d+ \w{3} \d{4}/);
  for (const text of [
    "They call back on Monday.",
    "Refund of $12.34",
    "given · Charged twice: Ordered twice",
    "Paid: $",
  ])
    expect(timeline.split(text), text).toHaveLength(2);
  expect(timeline).not.toContain("Refunded: $");
  expect(timeline).toMatch(/Placed \d+ \w{3} \d{4}, \d\d:\d\d UTC by /);
  const html = await (await client.fetch(path)).text();
  const foldedDetails = /<details[^>]*><summary>At the provider<\/summary>(.*?)<\/details>/s.exec(html)?.[1] ?? "";
  expect(foldedDetails).toMatch(/pi_\w+/);
  expect(html.replace(foldedDetails, "")).not.toMatch(/>(pi|ch|cus|in)_\w+</);
});

test("the customer's card leads to the rows of its figures, for those who may read them", async () => {
  const [{ client }, debtor] = [await signedInAdmin(), await createUnpaidOrder()];
  await shop.fillCart(debtor, [await shop.createProduct()]);
  (await shop.checkout(debtor)).reply();
  await query(
    `with plan as (
       insert into subscriptions (org_id, product_id, status, amount, interval)
       select $1, id, 'incomplete', 7700, 'month' from products limit 1 returning id
     )
     insert into invoices (org_id, reference_id, reference_type, billing_reason, amount)
     select $1, plan.id, 'subscription', 'subscription_create', 7700 from plan`,
    [debtor.org_id],
  );
  const read = async (viewer: Client) =>
    /<section id="customer">(.*?)<\/section>/s.exec(
      await (await viewer.fetch(`/admin/orders/${debtor.order_id}`)).text(),
    )?.[1] ?? "";
  const card = await read(client);
  const { org_id } = debtor;
  expect(card).toContain(`href="/admin/orders?org_id=${org_id}">2<`);
  expect(card).toContain(`href="/admin/invoices?org_id=${org_id}&amp;is_unpaid=true">${formatMoney(debtor.total)}<`);
  expect(card).toContain("List prices");
  await query("update organizations set price_level_name = (select min(name) from price_levels) where id = $1", [
    org_id,
  ]);
  expect(await read(client)).toMatch(/href="\/admin\/settings\/price-levels\/[0-9a-f-]{36}"/);
  const warehouseCard = await read((await signedInAdmin("warehouse")).client);
  expect(warehouseCard).toContain("Orders so far");
  expect(warehouseCard).not.toContain("Open balance");
});

test("an order paid by wire says so with its reference and day", async () => {
  const [{ client }, debtor] = [await signedInAdmin(), await createUnpaidOrder()];
  const path = `/admin/orders/${debtor.order_id}`;
  expect(await readWords(client, path)).toContain("Not paid yet");
  const body = { reference: "WIRE-4711", paid_on: "2026-11-20" };
  (await client.call(markInvoicePaid, { params: { invoice_id: debtor.invoice_id }, body })).reply();
  await waitUntilSettled(debtor);
  expect(await readWords(client, path)).toContain("Bank transfer or cheque WIRE-4711, paid 20 Nov 2026");
});
