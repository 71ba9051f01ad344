import { afterAll, beforeAll, expect, test } from "vitest";
import { updateProduct } from "../../../worker/contract/v1/admin/products.ts";
import { updateShopSettings } from "../../../worker/contract/v1/admin/settings/shop-settings.ts";
import { getOrder } from "../../../worker/contract/v1/client/orders.ts";
import { listShippingRates } from "../../../worker/contract/v1/store/cart.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { startOwnApp } from "../../support/app.ts";
import type { Client } from "../../support/client.ts";
import { postForm } from "../../support/forms.ts";
import { cards, type Shop, openShop } from "../../support/store.ts";

// Holidays and the time zone are settings of the whole shop, so these tests have their own app.
let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
let admin: Client;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
  admin = (await shop.signedInAdmin()).client;
  (await admin.call(updateShopSettings, { body: { time_zone: zone, holidays } })).reply();
});
afterAll(() => app?.stop());

const dayMs = 86_400_000;
const utcHour = new Date().getUTCHours();
/** Hours from UTC to a zone where it is now between 1:00 and 12:59, an hour before the cut-off at 14:00. */
const hoursFromUtc = utcHour < 12 ? 1 : -11;
const zone = hoursFromUtc === 1 ? "Africa/Lagos" : "Pacific/Pago_Pago";
const today = new Date(Date.now() + hoursFromUtc * 3_600_000).toISOString().slice(0, 10);
const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
const isWeekend = (day: string) => ["Sat", "Sun"].includes(new Date(day).toUTCString().slice(0, 3));
const workingDays = Array.from({ length: 60 }, (_, index) => addDays(today, index)).filter((day) => !isWeekend(day));
const holidays = workingDays.slice(3, 4);
const shippingDays = workingDays.filter((day) => !holidays.includes(day));
/** The nth working day after the first one. */
const nthWorkingDay = (days: number) => shippingDays[days] ?? "";
const formatDay = (day: string) => `${Number(day.slice(8))} ${new Date(day).toUTCString().slice(8, 11)}`;
const fetchText = async (client: Client, path: string) =>
  (await (await client.fetch(path)).text()).replaceAll("&#39;", "'").replaceAll(/<[^>]+>/g, " ");

test("the slowest line and the carrier make the date that is promised, kept and told everywhere", async () => {
  const quickProduct = await shop.createProduct({ lead_days: 3 });
  const slowProduct = await shop.createProduct({ lead_days: 10 });
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [quickProduct, slowProduct, await shop.createPlan()]);
  const [rate] = (await buyer.client.call(listShippingRates, {})).reply().data;
  const [minDays, maxDays] = [rate?.days_min ?? 0, rate?.days_max ?? 0];
  expect(maxDays).toBeGreaterThan(0);
  const promisedDates = {
    ships_by: nthWorkingDay(10),
    arrives_from: nthWorkingDay(10 + minDays),
    arrives_by: nthWorkingDay(10 + maxDays),
  };
  expect(rate?.delivery).toEqual(promisedDates);
  // A bank debit settles four working days later.
  expect(rate?.delivery_by_bank).toEqual({
    ships_by: nthWorkingDay(14),
    arrives_from: nthWorkingDay(14 + minDays),
    arrives_by: nthWorkingDay(14 + maxDays),
  });

  const fetchProductPage = (id: string) => fetchText(buyer.client, hrefOf(pages.product, { product_id: id }));
  expect(await fetchProductPage(quickProduct.id)).toContain(`Ordered now, it ships by ${formatDay(nthWorkingDay(3))}.`);
  expect(await fetchProductPage(slowProduct.id)).toContain(`Ordered now, it ships by ${formatDay(nthWorkingDay(10))}.`);
  const cart = await fetchText(buyer.client, pages.cart);
  expect(cart).toContain(`Ready to ship by ${formatDay(nthWorkingDay(3))}`);
  expect(cart).toContain(`Ready to ship by ${formatDay(nthWorkingDay(10))}`);
  const checkout = await fetchText(buyer.client, pages.checkout);
  expect(checkout).toContain(`Ships together by ${formatDay(nthWorkingDay(10))}, when ${slowProduct.name} is ready.`);
  expect(checkout).toContain(`Ready to ship by ${formatDay(nthWorkingDay(3))}`);

  const { order_id } = (await shop.checkout(buyer)).reply();
  await shop.settled();
  const params = { order_id: order_id ?? "" };
  // Promised dates stay, even when the product's lead time changes.
  await shop.query("update products set lead_days = 99 where id = $1", [slowProduct.id]);
  expect((await buyer.client.call(getOrder, { params })).reply()).toMatchObject(promisedDates);
  expect(await fetchText(buyer.client, hrefOf(pages.order, params))).toContain(
    `${formatDay(nthWorkingDay(10 + maxDays))}`,
  );
  expect(await fetchText(buyer.client, hrefOf(pages.order, params))).toMatch(
    new RegExp(`not yet\\)\\s+by ${formatDay(nthWorkingDay(10))}\\s`),
  );
  const mail = await shop.sandbox.waitForMail(buyer.user.email, "is confirmed");
  expect(mail.text).toMatch(new RegExp(`Arrives:? .*${formatDay(nthWorkingDay(10 + maxDays))}`));
});

test("a bank debit is promised from the day on which it settles", async () => {
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [await shop.createProduct({ lead_days: 1 })], cards.bank);
  const { order_id } = (await shop.checkout(buyer)).reply();
  const order = (await buyer.client.call(getOrder, { params: { order_id: order_id ?? "" } })).reply();
  expect(order.ships_by).toBe(nthWorkingDay(5));
});

test("without a lead time only the days of the carrier are said, and nothing is promised", async () => {
  const timedProduct = await shop.createProduct({ lead_days: 2 });
  const untimedProduct = await shop.createProduct();
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [timedProduct, untimedProduct]);
  const [rate] = (await buyer.client.call(listShippingRates, {})).reply().data;
  expect([rate?.delivery, rate?.delivery_by_bank]).toEqual([null, null]);
  const checkout = await fetchText(buyer.client, pages.checkout);
  expect(checkout).toContain(`${rate?.days_min} to ${rate?.days_max} days on the way after it ships`);
  expect(checkout).not.toContain("Arrives");
  const { order_id } = (await shop.checkout(buyer)).reply();
  const order = (await buyer.client.call(getOrder, { params: { order_id: order_id ?? "" } })).reply();
  expect([order.ships_by, order.arrives_from, order.arrives_by]).toEqual([null, null, null]);
});

test("lead times and holidays are edited in the console, and what is no number or day is refused with its reason", async () => {
  const { id } = await shop.createProduct();
  const change = (lead_days: unknown) =>
    admin.call(updateProduct, { params: { product_id: id }, body: { lead_days: lead_days as number } });
  expect((await change(7)).reply().lead_days).toBe(7);
  for (const invalidDays of [-1, 366, 2.5, "soon"]) {
    const refusal = await change(invalidDays);
    expect([refusal.status, refusal.issues?.[0]?.message]).toEqual([
      400,
      "A lead time is whole working days from 0 to 365.",
    ]);
  }
  const editPath = hrefOf(pages.editProduct, { product_id: id });
  expect(await (await admin.fetch(editPath)).text()).toMatch(/name="lead_days"[^>]*value="7"/);
  expect(await fetchText(admin, hrefOf(pages.adminProduct, { product_id: id }))).toMatch(/Lead time\s+7 working days/);

  const save = (days: string) =>
    postForm(admin, pages.shopSettings, { time_zone: zone, refund_limit: "", holidays: days });
  expect((await save("2026-12-25\r\n2026-11-26\n\n2026-12-25")).status).toBe(303);
  expect(await (await admin.fetch(pages.shopSettings)).text()).toContain(">2026-11-26\n2026-12-25</textarea>");
  const refusal = await save("2026-12-25\nBoxing day");
  expect(refusal.status).toBe(422);
  expect(await refusal.text()).toContain("Boxing");
  expect((await save("")).status).toBe(303);
  (await admin.call(updateShopSettings, { body: { holidays } })).reply();
});

test("a way whose days nobody knows is told by the day on which it ships, in the mail too", async () => {
  await shop.query("update shipping_rates set days_min = null, days_max = null");
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [await shop.createProduct({ lead_days: 3 })]);
  const { order_id } = (await shop.checkout(buyer)).reply();
  expect(await fetchText(buyer.client, hrefOf(pages.order, { order_id: order_id ?? "" }))).toContain(
    formatDay(nthWorkingDay(3)),
  );
  const mail = await shop.sandbox.waitForMail(buyer.user.email, "is confirmed");
  expect(mail.text).toMatch(new RegExp(`Ships by:? .*${formatDay(nthWorkingDay(3))}`));
  expect(mail.text).not.toContain("Arrives");
});
