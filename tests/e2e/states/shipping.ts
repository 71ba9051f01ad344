import type { Page } from "playwright";
import { signedInAdmin } from "../../support/actors.ts";
import { expect } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { createPaidOrder } from "../../support/shipping/orders.ts";
import { createRate } from "../../support/shipping/rates.ts";
import { button } from "../account/steps.ts";
import { type State, openPath } from "./state.ts";

const openDemoOrder =
  (order_number: string, rest = "") =>
  async (page: Page) => {
    const [orderRow] = await query<{ id: string }>("select id from orders where order_number = $1", [order_number]);
    return page.goto(`/admin/orders/${orderRow?.id}${rest}`);
  };

/** Opens a page for two orders that can ship and one that cannot. */
const openDemoOrders = (path: string) => async (page: Page) => {
  const rows = await query<{ id: string }>(
    "select id from orders where order_number in ('O00000912', 'O00000916', 'O00000918') order by order_number",
  );
  return page.goto(`${path}?order_ids=${rows.map(({ id }) => id).join(",")}`);
};

export const shippingStates: State[] = [
  { name: "orders of everybody", who: signedInAdmin, reach: openPath("/admin/orders") },
  { name: "orders to ship", who: signedInAdmin, reach: openPath("/admin/orders?status=processing") },
  {
    name: "orders to ship, selected",
    who: signedInAdmin,
    reach: async (page) => {
      await page.goto("/admin/orders?status=processing");
      await page.locator("tbody [type=checkbox]").first().check();
    },
  },
  { name: "orders that ship together", who: signedInAdmin, reach: openDemoOrders("/admin/orders/ship") },
  {
    name: "orders that ship together, refused",
    who: signedInAdmin,
    reach: async (page) => {
      await openDemoOrders("/admin/orders/ship")(page);
      for (const weight of await page.getByLabel("Weight in grams").all()) await weight.fill("90000");
      await page.getByRole("button", { name: /^Make/ }).click();
      await expect(page.locator('main [aria-invalid="true"]').first()).toBeVisible();
    },
  },
  { name: "pick list", who: signedInAdmin, reach: openDemoOrders("/admin/orders/pick-list") },
  { name: "order to ship with a label", who: signedInAdmin, reach: openDemoOrder("O00000915") },
  {
    name: "order to ship in two packages with numbers",
    who: signedInAdmin,
    reach: openDemoOrder("O00000916", "?by=number&packages=2"),
  },
  {
    name: "shipment refused",
    who: signedInAdmin,
    reach: async (page) => {
      const { id } = await createPaidOrder(1);
      await page.goto(`/admin/orders/${id}?by=number`);
      await button(page, "Ship 1 package").click();
      await expect(page.getByText("Enter the tracking number.").first()).toBeVisible();
    },
  },
  { name: "shipped order", who: signedInAdmin, reach: openDemoOrder("O00000911") },
  {
    name: "shipped order, asked whether it has arrived",
    who: signedInAdmin,
    reach: async (page) => {
      await openDemoOrder("O00000911")(page);
      await button(page, "Everything has arrived").click();
      await expect(button(page, "Yes, it has arrived")).toBeVisible();
    },
  },
  { name: "order that cannot ship", who: signedInAdmin, reach: openDemoOrder("O00000914") },
  {
    name: "paid order without an address",
    who: signedInAdmin,
    reach: async (page) => {
      const { id } = await createPaidOrder(1, { address: null });
      await page.goto(`/admin/orders/${id}#ship`);
    },
  },
  { name: "shipping address of an order", who: signedInAdmin, reach: openDemoOrder("O00000915", "/shipping-address") },
  { name: "shipping rates", who: signedInAdmin, reach: openPath("/admin/settings/shipping-rates?sort=country") },
  {
    name: "shipping rate refused",
    who: signedInAdmin,
    reach: async (page) => {
      await page.goto("/admin/settings/shipping-rates/new");
      await page.getByLabel("Price in dollars").fill("ten");
      await button(page, "Add the rate").click();
      await expect(page.getByText("Option is required.").first()).toBeVisible();
    },
  },
  {
    name: "shipping rate with a long name, asked whether to delete it",
    who: signedInAdmin,
    reach: async (page) => {
      const { rate } = await createRate({
        option: "Overnight with a signature, an appointment and a call before it",
      });
      await page.goto(`/admin/settings/shipping-rates/${rate.id}`);
      await button(page, "Delete it").click();
      await expect(button(page, "Yes, delete it")).toBeVisible();
    },
  },
  { name: "packing slip", who: signedInAdmin, reach: openDemoOrder("O00000911", "/packing-slip") },
];
