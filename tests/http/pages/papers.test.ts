// Printed documents: the seller, delivery notes and packing slips. All tests of the seller are in this file, because
// the seller is one setting of the whole shop.
import { expect, test } from "vitest";
import { listOrderPackages, shipOrder } from "../../../worker/contract/v1/admin/shipping.ts";
import * as settings from "../../../worker/contract/v1/admin/settings/shop-settings.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { signedIn, signedInAdmin } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { postForm } from "../../support/forms.ts";
import { fetchPdf } from "../../support/pdf-text.ts";
import { createPaidOrder } from "../../support/shipping/orders.ts";
import { shop } from "../../support/store.ts";
import { readWords } from "./words.ts";

const sellerLines = ["CGX Ångström Instruments, Inc.", "500 Sample Road", "Wilmington, DE 19801", "EIN 12-3456789"];

async function createShipment(quantity: number, { has_serials = false } = {}) {
  const [admin, order] = [(await signedInAdmin()).client, await createPaidOrder(quantity)];
  const serials = has_serials ? Array.from({ length: quantity }, () => order.device.serial()) : [];
  await query("update orders set po_number = 'PO-4711' where id = $1", [order.id]);
  const tracking_id = unique("1Z").toUpperCase();
  const packedLines = has_serials && { lines: { [order.line_id]: quantity }, serials: { [order.line_id]: serials } };
  const params = { order_id: order.id };
  (
    await admin.call(shipOrder, {
      params,
      body: { packages: [{ tracking_id, freight_carrier: "UPS", ...packedLines }] },
    })
  ).reply();
  const { data } = (await admin.call(listOrderPackages, { params })).reply();
  const parcel = data.find((each) => each.tracking_id === tracking_id);
  if (!parcel) throw new Error("nothing was shipped");
  const packageQuery = { package: parcel.id };
  return {
    ...order,
    admin,
    tracking_id,
    serials,
    note: hrefOf(pages.deliveryNote, params, packageQuery),
    notePdf: hrefOf(pages.deliveryNotePdf, params, packageQuery),
    slip: hrefOf(pages.packingSlip, params, packageQuery),
    slipPdf: hrefOf(pages.packingSlipPdf, params, packageQuery),
  };
}

test("the seller of the settings is on every document; a changed one is on new documents, never on issued invoices", async () => {
  const { client: admin } = await signedInAdmin();
  const { seller: previousSeller } = (await admin.call(settings.getShopSettings)).reply();
  (await admin.call(settings.updateShopSettings, { body: { seller: sellerLines.join("\n") } })).reply();
  const purchase = await shop.purchase([await shop.createProduct()]);
  await shop.settled();
  const [invoice] = await query<{ id: string; month: string }>(
    "select id, to_char(created_at, 'YYYY-MM') as month from invoices where reference_id = $1",
    [purchase.bought.order_id],
  );
  if (!invoice) throw new Error("nothing was billed");
  const shipment = await createShipment(1);
  const buyer = shipment.buyer.client;
  const readDocuments = async (): Promise<[string, string][]> => {
    const readPdfText = async (client: Client, path: string) => (await fetchPdf(client, path)).pages.flat().join("\n");
    return [
      ["invoice", await readWords(purchase.client, hrefOf(pages.invoice, { invoice_id: invoice.id }))],
      ["invoice's PDF", await readPdfText(purchase.client, hrefOf(pages.invoicePdf, { invoice_id: invoice.id }))],
      [
        "statement",
        await readPdfText(purchase.client, hrefOf(pages.invoiceStatementPdf, {}, { month: invoice.month })),
      ],
      ["order", await readWords(purchase.client, hrefOf(pages.order, { order_id: purchase.bought.order_id ?? "" }))],
      ["delivery note", await readWords(buyer, shipment.note)],
      ["delivery note's PDF", await readPdfText(buyer, shipment.notePdf)],
      ["packing slip", await readWords(shipment.admin, shipment.slip)],
      ["packing slip's PDF", await readPdfText(shipment.admin, shipment.slipPdf)],
    ];
  };
  const saveSeller = async (seller: string) => {
    const { time_zone, updated_at } = (await admin.call(settings.getShopSettings)).reply();
    const answer = await postForm(admin, pages.shopSettings, {
      time_zone,
      holidays: "",
      refund_limit: "",
      seller,
      updated_at,
    });
    expect(answer.status).toBe(303);
  };
  try {
    await saveSeller(`  ${sellerLines.join("\r\n\r\n  ")}\r\n`);
    expect((await admin.call(settings.getShopSettings)).reply().seller).toBe(sellerLines.join("\n"));
    for (const [document, documentText] of await readDocuments())
      for (const line of sellerLines) expect(documentText, document).toContain(line);
    await saveSeller(" \r\n ");
    expect((await admin.call(settings.getShopSettings)).reply().seller).toBeNull();
    const isIssued = (document: string) => document.startsWith("invoice");
    for (const [document, documentText] of await readDocuments()) {
      if (isIssued(document)) for (const line of sellerLines) expect(documentText, document).toContain(line);
      else {
        expect(documentText, document).not.toContain(sellerLines[0]);
        expect(documentText, document).not.toMatch(/\bSeller\b/);
      }
    }
    await saveSeller("Another Seller, Inc.");
    const nextPurchase = await shop.purchase([await shop.createProduct()]);
    await shop.settled();
    const [newerInvoice] = await query<{ id: string }>("select id from invoices where reference_id = $1", [
      nextPurchase.bought.order_id,
    ]);
    const path = hrefOf(pages.invoice, { invoice_id: newerInvoice?.id ?? "" });
    expect(await readWords(nextPurchase.client, path)).toContain("Another Seller, Inc.");
    expect(await readWords(purchase.client, hrefOf(pages.invoice, { invoice_id: invoice.id }))).toContain(
      sellerLines[0],
    );
    await saveSeller("Third Seller, Inc.");
    expect(await readWords(nextPurchase.client, path)).toContain("Another Seller, Inc.");
    for (const [document, documentText] of await readDocuments())
      expect(documentText.includes("Third Seller, Inc."), document).toBe(!isIssued(document));
  } finally {
    (await admin.call(settings.updateShopSettings, { body: { seller: previousSeller } })).reply();
  }
});

test.each([
  ["eleven lines", Array.from({ length: 11 }, (_, index) => `Line ${index}`).join("\n"), "at most 10 lines"],
  ["a long line", `CGX\n${"x".repeat(81)}`, "at most 80 characters"],
  ["letters that nobody sees", "CGX\u202e Inc.", "invisible characters"],
])("%s are no seller, and the form keeps what was typed", async (_, seller, problem) => {
  const { client } = await signedInAdmin();
  const answer = await client.call(settings.updateShopSettings, { body: { seller } });
  expect(answer.status).toBe(400);
  const page = await postForm(client, pages.shopSettings, {
    time_zone: "UTC",
    holidays: "",
    refund_limit: "",
    seller,
  });
  const html = await page.text();
  expect([page.status, html.includes(problem)]).toEqual([422, true]);
  expect(html).toContain(`${seller.split("\n").join("\n")}</textarea>`);
});

test("who reads settings may not name the seller", async () => {
  const { client } = await signedInAdmin("finance");
  expect((await client.call(settings.updateShopSettings, { body: { seller: "Mine" } })).status).toBe(403);
});

test("a delivery note and a packing slip are tagged PDFs with serial numbers, PO and address, without prices", async () => {
  const order = await createShipment(30, { has_serials: true });
  const { serials } = order;
  for (const [client, path, title] of [
    [order.buyer.client, order.notePdf, `Delivery note for order ${order.order_number}`],
    [order.admin, order.slipPdf, `Packing slip for order ${order.order_number}`],
  ] as const) {
    const pdf = await fetchPdf(client, path);
    expect(pdf).toMatchObject({ title, language: "(en-US)", is_tagged: true });
    expect(pdf.tags).toEqual(["Document", "H1", "H2", "P", "Sect", "TD", "TH", "TR", "Table"]);
    const texts = pdf.pages.flat();
    for (const text of [
      title,
      order.device.name,
      "30",
      "Your PO: PO-4711",
      `Sent by: UPS ${order.tracking_id}`,
      ...serials,
    ])
      expect(texts).toContain(text);
    expect(texts.join(" ")).not.toContain("$");
    expect(pdf.pages.map((page) => page.filter((text) => serials.includes(text)).length)).toEqual([25, 5]);
    for (const [index, page] of pdf.pages.entries()) expect(page).toContain(`Page ${index + 1} of 2`);
  }
  const unshippedOrder = await createPaidOrder(2);
  const slip = await fetchPdf(order.admin, hrefOf(pages.packingSlipPdf, { order_id: unshippedOrder.id }));
  for (const text of [unshippedOrder.device.name, "2"]) expect(slip.pages.flat()).toContain(text);
  const stranger = (await signedIn()).client;
  for (const path of [order.note, order.notePdf])
    expect([path, (await stranger.fetch(path)).status]).toEqual([path, 403]);
  expect((await order.buyer.client.fetch(order.slipPdf)).status).toBe(404);
  expect((await order.buyer.client.fetch(order.notePdf.replace(/package=.*/, "package=x"))).status).toBe(404);
  expect((await order.buyer.client.fetch(order.notePdf.replace(/\?.*/, ""))).status).toBe(404);
});

test("an order says who pays it, to those who see bills", async () => {
  const { client, bought, org_id } = await shop.purchase([await shop.createProduct()]);
  const path = hrefOf(pages.order, { order_id: bought.order_id ?? "" });
  expect(await readWords(client, path)).toMatch(/Bill to [^.]*1 Main Street/);
  const member = (await signedIn({ org_id })).client;
  expect(await readWords(member, path)).not.toContain("Bill to");
});
