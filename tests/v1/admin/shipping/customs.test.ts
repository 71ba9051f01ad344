// Weight and customs data of products on labels, within the country and abroad.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { updateProduct } from "../../../../worker/contract/v1/admin/products.ts";
import { createLabels, downloadCustomsInvoice, shipOrder } from "../../../../worker/contract/v1/admin/shipping.ts";
import { type Actor, signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { sandbox } from "../../../support/sandbox.ts";
import { carrierActions, createPackageWithoutFiles, fetchShipments } from "../../../support/shipping/carrier.ts";
import { createPaidOrder } from "../../../support/shipping/orders.ts";
import { readWords } from "../../../http/pages/words.ts";

let admin: Actor;
beforeAll(async () => {
  admin = await signedInAdmin();
});
const { packagesOf } = carrierActions(() => admin.client);

const toGermany = { country: "DE", state: "Bayern", city: "Munich", postal_code: "80331" };
const toCanada = { country: "CA", state: "ON", postal_code: "K1A 0B1" };
const customsFields = { weight_grams: 2_600, country_of_origin: "US", hs_code: "9027.30", customs_value: 95_000 };

const describeProduct = async (product_id: string, body: object) =>
  (await admin.client.call(updateProduct, { params: { product_id }, body })).reply();
const ship = (order_id: string, packages: object[]) =>
  admin.client.call(shipOrder, { params: { order_id }, body: { packages, create: true } as never });
const economyParcel = (more: object = {}) => ({ id: randomUUID(), freight_service: "INTERNATIONAL_ECONOMY", ...more });
const groundParcel = (more: object = {}) => ({ id: randomUUID(), freight_service: "FEDEX_GROUND", ...more });

describe("the weight of a package", () => {
  test("is that of its products if none is given, in each package that of what it holds", async () => {
    const { id, line_id, device } = await createPaidOrder(3);
    await describeProduct(device.id, { weight_grams: 2_600 });
    const [one, two] = [groundParcel({ lines: { [line_id]: 1 } }), groundParcel({ lines: { [line_id]: 2 } })];
    (await ship(id, [one, two])).reply();
    expect((await packagesOf(id)).map(({ weight_grams }) => weight_grams)).toEqual([2_600, 5_200]);
    expect(await fetchShipments(two.id)).toMatchObject([{ weight_kg: 5.2, customs: null }]);
    (await ship(id, [one, two])).reply();
    expect(await fetchShipments(two.id), "a retry makes no other label").toHaveLength(1);
  });

  test("is the one that is given, with the packaging", async () => {
    const { id, device } = await createPaidOrder(1);
    await describeProduct(device.id, { weight_grams: 2_600 });
    (await ship(id, [groundParcel({ weight_grams: 3_000 })])).reply();
    expect(await packagesOf(id)).toMatchObject([{ weight_grams: 3_000 }]);
  });

  test("is that of its products for orders that are shipped together, abroad with the declaration", async () => {
    const [homeOrder, foreignOrder] = [await createPaidOrder(2), await createPaidOrder(1, { address: toGermany })];
    await describeProduct(homeOrder.device.id, { weight_grams: 2_600 });
    const body = (itn?: string) => ({
      order_ids: [homeOrder.id, foreignOrder.id],
      parcels: { [foreignOrder.id]: { freight_service: "INTERNATIONAL_ECONOMY", itn } },
    });
    const { results } = (await admin.client.call(createLabels, { body: body() })).reply();
    expect(results.map(({ outcome, message }) => [outcome, message])).toEqual([
      ["made", null],
      ["refused", expect.stringContaining("has no weight, no country of origin, and no HS code.")],
    ]);
    expect(await packagesOf(homeOrder.id)).toMatchObject([{ weight_grams: 5_200 }]);
    expect(await readWords(admin.client, `/admin/orders/ship?order_ids=${foreignOrder.id}`)).toContain(
      `A label to Germany needs customs data: ${foreignOrder.device.name} has no weight, no country of origin, and no HS code.`,
    );
    await describeProduct(foreignOrder.device.id, { ...customsFields, customs_value: 250_001 });
    const filing = (await admin.client.call(createLabels, { body: body() })).reply().results[1];
    expect(filing?.message).toMatch(/^Exports above \$2,500\.00 of one HS code are filed in AES first\./);
    const path = `/admin/orders/ship?order_ids=${foreignOrder.id}`;
    const pageText = await readWords(admin.client, path);
    expect(pageText).toContain("International Economy");
    expect(pageText).toContain("ITN Number of the export filing in AES.");
    const labelReply = (await admin.client.call(createLabels, { body: body("X20261128123456") })).reply();
    expect(labelReply.results.map(({ outcome }) => outcome)).toEqual(["had", "made"]);
    expect(await packagesOf(foreignOrder.id)).toMatchObject([{ weight_grams: 2_600 }]);
  });

  test("must be given for products without one, and is refused above what a label is for", async () => {
    const { id, device } = await createPaidOrder(3);
    expect((await ship(id, [groundParcel()])).problems).toEqual([
      "packages.0.weight_grams: Enter the weight in grams.",
    ]);
    await describeProduct(device.id, { weight_grams: 30_000 });
    expect((await ship(id, [groundParcel()])).problems).toEqual([
      "packages.0.weight_grams: Its products weigh 90,000 g, and a label is for at most 68,000 g. Pack them in several packages, or book it as freight in the carrier's own program and enter its tracking number.",
    ]);
    expect(await packagesOf(id)).toEqual([]);
  });
});

describe("a label to another country", () => {
  test("declares what the package holds for customs, in the words and sums of the carrier", async () => {
    const { id, line_id, device } = await createPaidOrder(3, { address: toGermany });
    await query("update order_lines set short_description = 'Climate sensor' where id = $1", [line_id]);
    await describeProduct(device.id, customsFields);
    const parcel = economyParcel({ lines: { [line_id]: 2 } });
    (await ship(id, [parcel])).reply();
    const [made] = await fetchShipments(parcel.id);
    expect(made).toMatchObject({ service: "INTERNATIONAL_ECONOMY", weight_kg: 5.2, recipient: { country: "DE" } });
    expect(made?.["customs"]).toEqual({
      dutiesPayment: { paymentType: "RECIPIENT" },
      isDocumentOnly: false,
      commercialInvoice: { shipmentPurpose: "SOLD", termsOfSale: "DAP" },
      totalCustomsValue: { amount: 1900, currency: "USD" },
      commodities: [
        {
          description: `${device.name}, Climate sensor`,
          countryOfManufacture: "US",
          harmonizedCode: "902730",
          numberOfPieces: 2,
          quantity: 2,
          quantityUnits: "EA",
          unitPrice: { amount: 950, currency: "USD" },
          customsValue: { amount: 1900, currency: "USD" },
          weight: { units: "KG", value: 5.2 },
        },
      ],
      exportDetail: { exportComplianceStatement: "NO_EEI_30_37_A" },
    });
    expect(await packagesOf(id)).toMatchObject([{ status: "sent", has_label: true, weight_grams: 5_200 }]);
  });

  test("comes with the carrier's commercial invoice, which the warehouse prints", async () => {
    const [foreignOrder, homeOrder] = [await createPaidOrder(1, { address: toGermany }), await createPaidOrder(1)];
    await describeProduct(foreignOrder.device.id, customsFields);
    const [foreignParcel, homeParcel] = [economyParcel(), groundParcel({ weight_grams: 800 })];
    (await ship(foreignOrder.id, [foreignParcel])).reply();
    (await ship(homeOrder.id, [homeParcel])).reply();
    const { client } = await signedInAdmin("warehouse");
    const invoiceOf = (order_id: string, package_id: string) =>
      client.call(downloadCustomsInvoice, { params: { order_id, package_id } });
    const invoice = await invoiceOf(foreignOrder.id, foreignParcel.id);
    expect([invoice.status, invoice.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(invoice.text).toContain("COMMERCIAL INVOICE");
    expect(await packagesOf(homeOrder.id)).toMatchObject([{ has_label: true, has_customs_invoice: false }]);
    expect((await invoiceOf(homeOrder.id, homeParcel.id)).errcode).toBe("FILE_NOT_FOUND");
    expect((await invoiceOf(homeOrder.id, foreignParcel.id)).errcode).toBe("FILE_NOT_FOUND");
    expect(await readWords(client, `/admin/orders/${foreignOrder.id}`)).toContain("Customs invoice");
    expect(await readWords(client, `/admin/orders/${homeOrder.id}`)).not.toContain("Customs invoice");
  });

  test("takes the price that was paid without a customs value", async () => {
    const { id, device } = await createPaidOrder(1, { address: toCanada });
    await describeProduct(device.id, { ...customsFields, customs_value: null });
    const parcel = economyParcel();
    (await ship(id, [parcel])).reply();
    expect(await fetchShipments(parcel.id)).toMatchObject([
      { customs: { totalCustomsValue: { amount: 100, currency: "USD" } } },
    ]);
  });

  test.each([
    ["weight", { weight_grams: null }],
    ["country of origin", { country_of_origin: null }],
    ["HS code", { hs_code: null }],
    ["country of origin and no HS code", { country_of_origin: null, hs_code: null }],
  ])(
    "is refused without its %s, with what to do by hand, and the carrier is not asked",
    async (missing, lackingFields) => {
      const { id, device } = await createPaidOrder(1, { address: toGermany });
      await describeProduct(device.id, { ...customsFields, ...lackingFields });
      const parcel = economyParcel({ weight_grams: 3_000 });
      expect((await ship(id, [parcel])).problems).toEqual([
        `create: Fulex requires customs documents for DE: ${device.name} has no ${missing}. Add it to the product, or ship the order in the carrier's own software and enter the tracking number.`,
      ]);
      expect([await fetchShipments(parcel.id), await packagesOf(id)]).toEqual([[], []]);
    },
  );

  test("is refused for a gift without a value, and for a package lighter than its products", async () => {
    const { id, line_id, device } = await createPaidOrder(1, { address: toGermany });
    await describeProduct(device.id, { ...customsFields, customs_value: null });
    await query("update order_lines set price = 0 where id = $1", [line_id]);
    expect((await ship(id, [economyParcel()])).problems).toEqual([
      expect.stringContaining(`${device.name} has no customs value.`),
    ]);
    await describeProduct(device.id, customsFields);
    expect((await ship(id, [economyParcel({ weight_grams: 2_599 })])).problems).toEqual([
      "packages.0.weight_grams: Its products weigh 2,600 g, so the package cannot weigh less.",
    ]);
  });

  test("has services of its own", async () => {
    const [foreignOrder, homeOrder] = [await createPaidOrder(1, { address: toGermany }), await createPaidOrder(1)];
    await describeProduct(foreignOrder.device.id, customsFields);
    expect((await ship(foreignOrder.id, [groundParcel()])).problems).toEqual([
      "packages.0.freight_service: Choose one of the services INTERNATIONAL_ECONOMY, FEDEX_INTERNATIONAL_PRIORITY.",
    ]);
    expect((await ship(homeOrder.id, [economyParcel({ weight_grams: 800 })])).problems).toEqual([
      "packages.0.freight_service: Choose one of the services FEDEX_GROUND, FEDEX_2_DAY, STANDARD_OVERNIGHT.",
    ]);
  });

  test("goes to Canada by Ground as well, with its declaration", async () => {
    const { id, device } = await createPaidOrder(1, { address: toCanada });
    await describeProduct(device.id, customsFields);
    const parcel = groundParcel();
    (await ship(id, [parcel])).reply();
    expect(await fetchShipments(parcel.id)).toMatchObject([{ service: "FEDEX_GROUND", recipient: { country: "CA" } }]);
    expect((await fetchShipments(parcel.id))[0]?.customs).not.toBeNull();
    expect(await packagesOf(id)).toMatchObject([{ has_customs_invoice: true }]);
  });

  // 15 CFR 30.37(a): above $2,500 of one Schedule B code; 30.36: not to Canada.
  test("above $2,500.00 of one HS code needs the number of the export filing, except to Canada", async () => {
    const { id, device } = await createPaidOrder(3, { address: toGermany });
    await describeProduct(device.id, customsFields);
    expect((await ship(id, [economyParcel()])).problems).toEqual([
      "packages.0.itn: Exports above $2,500.00 of one HS code are filed in AES first. Enter the ITN of the filing, such as X20261128123456.",
    ]);
    expect((await ship(id, [economyParcel({ itn: "X2026" })])).problems).toEqual([
      "packages.0.itn: An ITN is an X and 14 digits, such as X20261128123456.",
    ]);
    const filedParcel = economyParcel({ itn: "aes x20261128123456" });
    (await ship(id, [filedParcel])).reply();
    expect(await fetchShipments(filedParcel.id)).toMatchObject([
      { customs: { exportDetail: { exportComplianceStatement: "AESX20261128123456" } } },
    ]);
    const canadianOrder = await createPaidOrder(3, { address: toCanada });
    await describeProduct(canadianOrder.device.id, customsFields);
    const parcel = economyParcel();
    (await ship(canadianOrder.id, [parcel])).reply();
    const [made] = await fetchShipments(parcel.id);
    expect(made?.["customs"]).not.toHaveProperty("exportDetail");
  });
});

describe("the form", () => {
  const fetchPageText = (id: string) => readWords(admin.client, `/admin/orders/${id}`);

  test("proposes the weight of all that is owed, and none once there are two packages", async () => {
    const { id, device } = await createPaidOrder(2);
    await describeProduct(device.id, { weight_grams: 2_600 });
    const path = `/admin/orders/${id}`;
    const weight =
      /name="packages\.0\.weight_grams"[^>]*value="(\d*)"|value="(\d*)"[^>]*name="packages\.0\.weight_grams"/;
    const pageHtml = await (await admin.client.fetch(path)).text();
    const [, one, other] = weight.exec(pageHtml) ?? [];
    expect(one ?? other).toBe("5200");
    const secondPage = await admin.client.fetch(`${path}/ship/more?by=carrier&packages=2`, {
      method: "POST",
      body: new URLSearchParams({ "packages.0.weight_grams": "5200" }),
    });
    expect(await secondPage.text()).not.toContain('value="5200"');
  });

  test("says abroad what is missing and what to do by hand, then what the declaration says", async () => {
    const { id, device } = await createPaidOrder(1, { address: toGermany });
    const incompletePage = await fetchPageText(id);
    expect(incompletePage).toContain("A label to Germany needs customs data that is missing:");
    expect(incompletePage).toContain(`${device.name} has no weight, no country of origin, and no HS code. Add it`);
    expect(incompletePage).not.toContain("ITN");
    expect(incompletePage).toContain("Or ship the order in the carrier's own software and enter the tracking number");
    await describeProduct(device.id, customsFields);
    const pageText = await fetchPageText(id);
    expect(pageText).not.toContain("needs customs data that is missing");
    expect(pageText).toContain(`${device.name}: made in United States, HS 902730, $950.00 each`);
    expect(pageText).toContain("The recipient pays duties and taxes.");
    const sent = await admin.client.fetch(`/admin/orders/${id}/ship?by=carrier&packages=1`, {
      method: "POST",
      body: new URLSearchParams({
        create: "true",
        "packages.0.freight_service": "FEDEX_INTERNATIONAL_PRIORITY",
        "packages.0.weight_grams": "",
        "packages.0.itn": "",
      }),
    });
    expect(sent.status).toBe(303);
    expect(await packagesOf(id)).toMatchObject([
      { weight_grams: 2_600, freight_service: "FEDEX_INTERNATIONAL_PRIORITY" },
    ]);
  });
});

test("a customs invoice that is lost is told with the way out, and its download does not answer with an error of ours", async () => {
  const { id, device } = await createPaidOrder(1, { address: toGermany });
  await describeProduct(device.id, customsFields);
  (await ship(id, [economyParcel()])).reply();
  const [{ id: package_id } = { id: "" }] = await packagesOf(id);
  const readPageText = () => readWords(admin.client, `/admin/orders/${id}`);
  expect(await readPageText()).not.toContain("was lost");
  const lostId = await createPackageWithoutFiles(package_id);
  const answer = await admin.client.call(downloadCustomsInvoice, { params: { order_id: id, package_id: lostId } });
  expect([answer.status, answer.errcode]).toEqual([404, "FILE_NOT_FOUND"]);
  // The download is a GET and writes nothing, so the clean-up job records the lost files.
  expect(await readPageText()).not.toContain("was lost");
  await sandbox.runJob("clean-up");
  expect(await packagesOf(id)).toMatchObject([
    { has_customs_invoice: true, has_label: true },
    { has_customs_invoice: false, has_label: false },
  ]);
  const printBoth = "Print them in the carrier's own program, or void the label and create another.";
  expect(await readPageText()).toContain(`Its label and its customs invoice were lost. ${printBoth}`);
  await query("update packages set has_label = true where id = $1", [lostId]);
  expect(await readPageText()).toContain(
    "Its customs invoice was lost. Print it in the carrier's own program, or void the label and create another.",
  );
});
