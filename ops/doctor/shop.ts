import { z } from "zod";
import { shopReadiness } from "../../db/shop-readiness.ts";
import { type Check, ok, todo } from "./check.ts";
import { withDatabase } from "./database.ts";

const factsSchema = z.object({
  license: z.boolean(),
  legal_texts: z.boolean(),
  product: z.boolean(),
  plan: z.boolean(),
  shipping_rate: z.boolean(),
  organization: z.boolean(),
});

const messages: Record<keyof z.output<typeof factsSchema>, string> = {
  license:
    "There is no license agreement: nobody can finish their set-up before. Write one at /admin/settings/license.",
  legal_texts: "Terms, returns, privacy or imprint are missing: write them at /admin/settings/legal.",
  product: "No product with a price is published: add one at /admin/products.",
  plan: "No plan with a price is published: add a product with a term at /admin/products.",
  shipping_rate:
    "There is no shipping rate: nothing that ships can be ordered. Add one at /admin/settings/shipping-rates.",
  organization: "There is no customer yet: approve a request at /admin/requests, or enter an organization.",
};

const names = factsSchema.keyof().options;

/** Setup steps of the shop, which the console's overview also shows. */
export const shopChecks: Check[] = names.map((name) => ({
  name: `shop: ${name.replace("_", " ")}`,
  run: withDatabase(async (client) => {
    const { rows } = await client.query(`select ${shopReadiness}`);
    return factsSchema.parse(rows[0])[name] ? ok() : todo(messages[name]);
  }),
}));
