import { z } from "zod";

const lines = z.object({
  items: z.array(
    z.looseObject({ quantity: z.number().optional(), rate: z.number().optional(), amount: z.number().optional() }),
  ),
});

/** Lines with computed amounts (quantity times rate, to the cent), and their total as decimal text. */
export function summed(item: unknown): { item: unknown; total: string } {
  const { items } = lines.parse(item);
  const computed = items.map((line) => {
    const quantity = line.quantity ?? 1;
    const cents = Math.round((line.amount ?? quantity * (line.rate ?? 0)) * 100);
    return { ...line, quantity, rate: line.rate ?? cents / 100 / quantity, amount: cents / 100 };
  });
  const total = computed.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return { item: { items: computed }, total: (total / 100).toFixed(2) };
}
