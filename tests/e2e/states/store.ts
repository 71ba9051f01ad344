import type { Page } from "playwright";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { type Actor, signedIn } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { shop } from "../../support/store.ts";
import { openPath, type State } from "./state.ts";

const createBuyer = (): Promise<Actor> => signedIn({ roles: ["buyer", "user"] });

/** Opens a product of the demo shop, which has pictures and facts. */
const openProduct = (sku: string) => async (page: Page) => {
  const [product] = await query<{ id: string }>("select id from products where sku = $1", [sku]);
  await page.goto(hrefOf(pages.product, { product_id: product?.id ?? "" }));
};

export const storeStates: State[] = [
  { name: "store, read by a visitor", reach: openPath(pages.store) },
  { name: "products, read by a visitor", reach: openPath(pages.products) },
  { name: "products", who: createBuyer, reach: openPath(pages.products) },
  {
    name: "products, nothing found",
    who: createBuyer,
    reach: openPath(hrefOf(pages.products, {}, { search: "nothing-like-it" })),
  },
  { name: "product, read by a visitor", reach: openProduct("CGX-SP100") },
  { name: "product", who: createBuyer, reach: openProduct("CGX-SP100") },
  { name: "product, a plan", who: createBuyer, reach: openProduct("FP-PRO-M") },
  { name: "cart, empty", who: createBuyer, reach: openPath(pages.cart) },
  {
    name: "cart",
    who: async () => {
      const actor = await shop.buyer();
      await shop.fillCart(actor, [await shop.createProduct(), await shop.createPlan()]);
      return actor;
    },
    reach: openPath(pages.cart),
  },
  { name: "status of the shop", reach: openPath(pages.status) },
];
