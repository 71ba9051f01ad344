import { z } from "zod";
import type { AccountData } from "../state.ts";
import type { Store } from "../store/store.ts";

const linesSchema = z.object({
  items: z.array(
    z.looseObject({ quantity: z.number().optional(), rate: z.number().optional(), amount: z.number().optional() }),
  ),
});

/** Returns the lines with their amounts (by default quantity times rate, to the cent) and the total as decimal text. */
export function sumLines(item: unknown) {
  const { items } = linesSchema.parse(item);
  const computedLines = items.map((line) => {
    const quantity = line.quantity ?? 1;
    const cents = Math.round((line.amount ?? quantity * (line.rate ?? 0)) * 100);
    return { ...line, quantity, rate: line.rate ?? cents / 100 / quantity, amount: cents / 100 };
  });
  const total = computedLines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return { item: { items: computedLines }, total: (total / 100).toFixed(2) };
}

/** The tax rate of goods in hundredths of a percent. */
const taxRate = 825;

/**
 * Adds the account's tax on goods, unless `taxDetailsOverride` is set or the customer is not taxable. REST has no field
 * for legacy tax (docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/subsect_1544786455.html).
 */
export async function addTax(
  { store, preferences }: AccountData,
  { entity, taxDetailsOverride }: Record<string, unknown>,
  { items }: SummedLines,
  total: string,
): Promise<string> {
  if (preferences.tax === "none" || taxDetailsOverride === true) return total;
  const customer = await store.find("customer", referenceSchema.parse(entity));
  if (customer?.fields["taxable"] === false) return total;
  let cents = 0;
  for (const line of items) {
    const { item, amount } = z.looseObject({ item: referenceSchema, amount: z.number() }).parse(line);
    const soldItem = await store.find("item", item);
    if (soldItem?.fields["itemType"] !== "OthCharge") cents += Math.round(amount * 100);
  }
  return (Number(total) + Math.round((cents * taxRate) / 10_000) / 100).toFixed(2);
}

type SummedLines = ReturnType<typeof sumLines>["item"];
const kitMemberCount = 2;

/** Line numbers skip the members of a kit. */
export async function numberLines(store: Store, { items }: SummedLines): Promise<SummedLines> {
  let lastNumber = 0;
  const result = [];
  for (const line of items) {
    const { line: known, item } = z
      .looseObject({ line: z.int().optional(), item: referenceSchema.optional() })
      .parse(line);
    const number = known ?? lastNumber + 1;
    const soldItem = item && (await store.find("item", { id: item.id }));
    lastNumber = number + (soldItem?.fields["itemType"] === "Kit" ? kitMemberCount : 0);
    result.push({ ...line, line: number });
  }
  return { items: result };
}

const referenceSchema = z.object({ id: z.coerce.string() });
