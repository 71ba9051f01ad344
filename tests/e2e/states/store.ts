import type { Page } from "playwright";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { type Actor, signedIn } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { shop } from "../../support/store.ts";
import { at, type State } from "./state.ts";

const buyer = (): Promise<Actor> => signedIn({ roles: ["buyer", "user"] });

/** A product of the demo shop, which has pictures and facts. */
const toProduct = (sku: string) => async (page: Page) => {
  const [product] = await query<{ id: string }>("select id from products where sku = $1", [sku]);
  await page.goto(hrefOf(pages.product, { product_id: product?.id ?? "" }));
};

export const storeStates: State[] = [
  { name: "store, read by a visitor", reach: at(pages.store) },
  { name: "products, read by a visitor", reach: at(pages.products) },
  { name: "products", who: buyer, reach: at(pages.products) },
  { name: "products, nothing found", who: buyer, reach: at(hrefOf(pages.products, {}, { search: "nothing-like-it" })) },
  { name: "product, read by a visitor", reach: toProduct("CGX-SP100") },
  { name: "product", who: buyer, reach: toProduct("CGX-SP100") },
  { name: "product, a plan", who: buyer, reach: toProduct("FP-PRO-M") },
  { name: "cart, empty", who: buyer, reach: at(pages.cart) },
  {
    name: "cart",
    who: async () => {
      const actor = await shop.buyer();
      await shop.fillCart(actor, [await shop.createProduct(), await shop.createPlan()]);
      return actor;
    },
    reach: at(pages.cart),
  },
  { name: "status of the shop", reach: at(pages.status) },
];
