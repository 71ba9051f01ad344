import { z } from "zod";
import { shippingPartId } from "../products/tax-parts.ts";
import type { World } from "../state.ts";

const centsShape = z.int().min(0);
export const knownSalesShape = z
  .array(
    z.strictObject({
      transaction: z.string().startsWith("tax_"),
      reference: z.string(),
      created: z.int().min(0),
      /** Cents that were not refunded; `tax` is the tax of the whole sale. */
      left: centsShape,
      tax: centsShape,
      shipping: centsShape,
      lines: z.array(
        z.strictObject({ reference: z.string(), quantity: z.int().min(1), amount: centsShape, tax: centsShape }),
      ),
    }),
  )
  .max(1000);
type KnownSale = z.infer<typeof knownSalesShape>[number];

const taxCode = "txcd_99999999";

/** Adds tax transactions of sales that were reported before; `added` counts the new ones. */
export const addKnownSales = (world: World, sales: KnownSale[]): { added: number } => ({
  added: sales.filter((sale) => addSale(world, sale)).length,
});

function addSale(
  world: World,
  { transaction: id, reference, created, left, tax, shipping, lines }: KnownSale,
): boolean {
  if (world.taxTransactions.find(id)) return false;
  world.taxTransactions.save({
    id,
    object: "tax.transaction",
    created,
    currency: "usd",
    customer: null,
    customer_details: {
      address: null,
      address_source: null,
      ip_address: null,
      tax_ids: [],
      taxability_override: "none",
    },
    livemode: false,
    metadata: {},
    posted_at: created,
    reference,
    reversal: null,
    ship_from_details: null,
    shipping_cost: null,
    tax_date: created,
    type: "transaction",
  });
  world.taxTotals.save({ id, left, tax });
  const goodsParts = lines.map((line, index) => ({ ...line, id: `tax_li_${id}_${index}`, tax_code: taxCode }));
  const shippingEntry = {
    id: shippingPartId,
    reference: shippingPartId,
    quantity: 1,
    amount: shipping,
    tax: 0,
    tax_code: taxCode,
  };
  world.taxParts.save({ id, parts: shipping > 0 ? [...goodsParts, shippingEntry] : goodsParts });
  return true;
}
