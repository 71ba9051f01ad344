import { z } from "zod";
import type { AccountData } from "../state.ts";
import type { Store } from "../store/store.ts";

const lines = z.object({
  items: z.array(
    z.looseObject({ quantity: z.number().optional(), rate: z.number().optional(), amount: z.number().optional() }),
  ),
});

/** Amounts are quantity times rate, to the cent; totals are decimal text. */
export function sumLines(item: unknown) {
  const { items } = lines.parse(item);
  const computed = items.map((line) => {
    const quantity = line.quantity ?? 1;
    const cents = Math.round((line.amount ?? quantity * (line.rate ?? 0)) * 100);
    return { ...line, quantity, rate: line.rate ?? cents / 100 / quantity, amount: cents / 100 };
  });
  const total = computed.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return { item: { items: computed }, total: (total / 100).toFixed(2) };
}

/** Hundredths of a percent, for goods. */
const taxRate = 825;

/**
 * Tax is computed on goods, unless the customer is not taxable. REST has no field for legacy tax
 * (docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/subsect_1544786455.html).
 */
export async function addTax(
  { store, preferences }: AccountData,
  { entity, taxDetailsOverride }: Record<string, unknown>,
  { items }: SummedLines,
  total: string,
): Promise<string> {
  if (preferences.tax === "none" || taxDetailsOverride === true) return total;
  const customer = await store.find("customer", reference.parse(entity));
  if (customer?.fields["taxable"] === false) return total;
  let cents = 0;
  for (const line of items) {
    const { item, amount } = z.looseObject({ item: reference, amount: z.number() }).parse(line);
    const sold = await store.find("item", item);
    if (sold?.fields["itemType"] !== "OthCharge") cents += Math.round(amount * 100);
  }
  return (Number(total) + Math.round((cents * taxRate) / 10_000) / 100).toFixed(2);
}

type SummedLines = ReturnType<typeof sumLines>["item"];
const kitMembers = 2;

/** Line numbers skip the members of a kit. */
export async function numberLines(store: Store, { items }: SummedLines): Promise<SummedLines> {
  let last = 0;
  const result = [];
  for (const line of items) {
    const { line: known, item } = z.looseObject({ line: z.int().optional(), item: reference.optional() }).parse(line);
    const number = known ?? last + 1;
    const sold = item && (await store.find("item", { id: item.id }));
    last = number + (sold?.fields["itemType"] === "Kit" ? kitMembers : 0);
    result.push({ ...line, line: number });
  }
  return { items: result };
}

const reference = z.object({ id: z.coerce.string() });
