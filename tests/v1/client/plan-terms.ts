import { unique } from "../../support/factories.ts";
import type { Shop } from "../../support/store.ts";

/** Cents of the yearly term. */
export const yearly = 490_00;

/** The monthly and the yearly term of a new plan. */
export async function createTerms(shop: Shop) {
  const family = unique("Plan");
  const month = await shop.createPlan({ family, name: `${family} monthly` });
  const year = await shop.createPlan({
    family,
    name: `${family} yearly`,
    subscription_term: "year",
    price_levels: { "Base Price": yearly },
  });
  return { month, year };
}
