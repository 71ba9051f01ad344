import * as z from "zod/mini";
import { addedMessage, cartMessage } from "../../../worker/contract/buying/cart-messages.ts";
import { quantity } from "../../../worker/contract/entities/cart.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { notFound } from "../../../worker/contract/errors.ts";
import { pages } from "../../../worker/contract/pages.ts";
import { addCartLines } from "../../../worker/domain/sales/index.ts";
import { formPost } from "../../../worker/http/form.ts";

/** One statement adds all lines. Fields are named `products.<id>`. */
export const addLinesForm = formPost(
  { access: "buy", body: z.object({ products: z.record(uuid(), quantity()) }) } as const,
  {
    path: pages.addQuickOrder,
    back: pages.cart,
    async send(ctx, { body: { products } }) {
      const added = (await addCartLines(ctx, products)).length;
      if (added === 0) throw notFound("PRODUCT_NOT_FOUND");
      return { added, requested: Object.keys(products).length };
    },
    done: addedMessage,
    refusal: (refused) => ({ message: cartMessage(refused) }),
  },
);

export function AddToCartForm({ quantities, label }: { quantities: Readonly<Record<string, number>>; label: string }) {
  const entries = Object.entries(quantities);
  if (entries.length === 0) return null;
  return (
    <form method="post" action={pages.addQuickOrder}>
      {entries.map(([id, count]) => (
        <input key={id} type="hidden" name={`products.${id}`} value={count} />
      ))}
      <button className="button">{label}</button>
    </form>
  );
}
