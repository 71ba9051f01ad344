import { unique } from "../../support/factories.ts";
import type { Shop } from "../../support/store.ts";

/** The yearly term's price in cents, without tax. */
export const yearlyPrice = 490_00;

export async function createTerms(shop: Shop) {
  const family = unique("Plan");
  const month = await shop.createPlan({ family, name: `${family} monthly` });
  const year = await shop.createPlan({
    family,
    name: `${family} yearly`,
    subscription_term: "year",
    price_levels: { "Base Price": yearlyPrice },
  });
  return { month, year };
}

/** What users did with a subscription, in order, according to the audit log. */
export const listUserActions = async (shop: Shop, { subscription_id }: { subscription_id: string }) =>
  (
    await shop.query<{ action: string }>(
      "select action from audit_log where subject_id = $1 and actor_id is not null order by seq",
      [subscription_id],
    )
  ).map(({ action }) => action);
