import { afterAll, beforeAll, expect, test } from "vitest";
import { updateProduct } from "../../../worker/contract/v1/admin/products.ts";
import { updateShopSettings } from "../../../worker/contract/v1/admin/settings/shop-settings.ts";
import { getOrder } from "../../../worker/contract/v1/client/orders.ts";
import { listShippingRates } from "../../../worker/contract/v1/store/cart.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { startOwnApp } from "../../support/app.ts";
import type { Client } from "../../support/client.ts";
import { cards, type Shop, shopOf } from "../../support/store.ts";

// holidays and the time zone are the whole shop's
let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
let admin: Client;
beforeAll(async () => {
  app = await startOwnApp();
  shop = shopOf(app);
  admin = (await shop.signedInAdmin()).client;
  (await admin.call(updateShopSettings, { body: { time_zone: zone, holidays } })).reply();
});
afterAll(() => app?.stop());

const dayMs = 86_400_000;
const hour = new Date().getUTCHours();
/** A zone in which it is between 1:00 and 13:59 now, so that no cut-off comes between. */
const hoursFromUtc = hour < 13 ? 1 : -11;
const zone = hoursFromUtc === 1 ? "Africa/Lagos" : "Pacific/Pago_Pago";
const today = new Date(Date.now() + hoursFromUtc * 3_600_000).toISOString().slice(0, 10);
const later = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
/** The first unambiguous working day: the fourth from now. */
const isWeekend = (day: string) => ["Sat", "Sun"].includes(new Date(day).toUTCString().slice(0, 3));
const workingDays = Array.from({ length: 60 }, (_, index) => later(today, index)).filter((day) => !isWeekend(day));
const holidays = workingDays.slice(3, 4);
const open = workingDays.filter((day) => !holidays.includes(day));
/** The nth working day after the first one. */
const at = (days: number) => open[days] ?? "";
const spoken = (day: string) => `${Number(day.slice(8))} ${new Date(day).toUTCString().slice(8, 11)}`;
const text = async (client: Client, path: string) =>
  (await (await client.fetch(path)).text()).replaceAll("&#39;", "'").replaceAll(/<[^>]+>/g, " ");

test("the slowest line and the carrier make the date that is promised, kept and told everywhere", async () => {
  const quick = await shop.createProduct({ lead_days: 3 });
  const slow = await shop.createProduct({ lead_days: 10 });
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [quick, slow, await shop.createPlan()]);
  const [rate] = (await buyer.client.call(listShippingRates, {})).reply().data;
  const [least, most] = [rate?.days_min ?? 0, rate?.days_max ?? 0];
  expect(most).toBeGreaterThan(0);
  const promised = { ships_by: at(10), arrives_from: at(10 + least), arrives_by: at(10 + most) };
  expect(rate?.delivery).toEqual(promised);
  // a bank debit settles four working days later
  expect(rate?.delivery_by_bank).toEqual({
    ships_by: at(14),
    arrives_from: at(14 + least),
    arrives_by: at(14 + most),
  });

  const product = (id: string) => text(buyer.client, hrefOf(pages.product, { product_id: id }));
  expect(await product(quick.id)).toContain(`Ordered now, it ships by ${spoken(at(3))}.`);
  expect(await product(slow.id)).toContain(`Ordered now, it ships by ${spoken(at(10))}.`);
  const cart = await text(buyer.client, pages.cart);
  expect(cart).toContain(`Ready to ship by ${spoken(at(3))}`);
  expect(cart).toContain(`Ready to ship by ${spoken(at(10))}`);
  const checkout = await text(buyer.client, pages.checkout);
  expect(checkout).toContain(`Ships together by ${spoken(at(10))}, when ${slow.name} is ready.`);
  expect(checkout).toContain(`Ready to ship by ${spoken(at(3))}`);

  const { order_id } = (await shop.checkout(buyer)).reply();
  await shop.settled();
  const params = { order_id: order_id ?? "" };
  // promised dates stay, whatever happens to the product
  await shop.query("update products set lead_days = 99 where id = $1", [slow.id]);
  expect((await buyer.client.call(getOrder, { params })).reply()).toMatchObject(promised);
  expect(await text(buyer.client, hrefOf(pages.order, params))).toContain(`${spoken(at(10 + most))}`);
  expect(await text(buyer.client, hrefOf(pages.order, params))).toMatch(
    new RegExp(`not yet\\)\\s+by ${spoken(at(10))}\\s`),
  );
  const mail = await shop.sandbox.waitForMail(buyer.user.email, "is confirmed");
  expect(mail.text).toMatch(new RegExp(`Arrives:? .*${spoken(at(10 + most))}`));
});

test("a bank debit is promised from the day on which it settles", async () => {
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [await shop.createProduct({ lead_days: 1 })], cards.bank);
  const { order_id } = (await shop.checkout(buyer)).reply();
  const order = (await buyer.client.call(getOrder, { params: { order_id: order_id ?? "" } })).reply();
  expect(order.ships_by).toBe(at(5));
});

test("without a lead time only the days of the carrier are said, and nothing is promised", async () => {
  const known = await shop.createProduct({ lead_days: 2 });
  const unknown = await shop.createProduct();
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [known, unknown]);
  const [rate] = (await buyer.client.call(listShippingRates, {})).reply().data;
  expect([rate?.delivery, rate?.delivery_by_bank]).toEqual([null, null]);
  const checkout = await text(buyer.client, pages.checkout);
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
  for (const wrong of [-1, 366, 2.5, "soon"]) {
    const refused = await change(wrong);
    expect([refused.status, refused.issues?.[0]?.message]).toEqual([
      400,
      "A lead time is whole working days from 0 to 365.",
    ]);
  }
  const edit = hrefOf(pages.editProduct, { product_id: id });
  expect(await (await admin.fetch(edit)).text()).toMatch(/name="lead_days"[^>]*value="7"/);
  expect(await text(admin, hrefOf(pages.adminProduct, { product_id: id }))).toMatch(/Lead time\s+7 working days/);

  const save = (days: string) =>
    admin.fetch(pages.shopSettings, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ time_zone: zone, refund_limit: "", holidays: days }).toString(),
    });
  expect((await save("2026-12-25\r\n2026-11-26\n\n2026-12-25")).status).toBe(303);
  expect(await (await admin.fetch(pages.shopSettings)).text()).toContain(">2026-11-26\n2026-12-25</textarea>");
  const refused = await save("2026-12-25\nBoxing day");
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain("Boxing");
  expect((await save("")).status).toBe(303);
  (await admin.call(updateShopSettings, { body: { holidays } })).reply();
});

test("a way whose days nobody knows is told by the day on which it ships, in the mail too", async () => {
  await shop.query("update shipping_rates set days_min = null, days_max = null");
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [await shop.createProduct({ lead_days: 3 })]);
  const { order_id } = (await shop.checkout(buyer)).reply();
  expect(await text(buyer.client, hrefOf(pages.order, { order_id: order_id ?? "" }))).toContain(spoken(at(3)));
  const mail = await shop.sandbox.waitForMail(buyer.user.email, "is confirmed");
  expect(mail.text).toMatch(new RegExp(`Ships by:? .*${spoken(at(3))}`));
  expect(mail.text).not.toContain("Arrives");
});
