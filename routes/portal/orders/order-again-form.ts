import * as z from "zod/mini";
import { addedMessage, cartMessage, wrongQuantityMessage } from "../../../worker/contract/buying/cart-messages.ts";
import { quantity } from "../../../worker/contract/entities/cart.ts";
import { BadRequest, notFound } from "../../../worker/contract/errors.ts";
import { uuid } from "../../../worker/contract/fields.ts";
import { pages } from "../../../worker/contract/pages.ts";
import { getOrder as getOrderCall } from "../../../worker/contract/v1/client/orders.ts";
import { addCartLines } from "../../../worker/domain/sales/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import type { PageRoute } from "../../../worker/http/page-spec.ts";
import type { TypedFields } from "../../../worker/ui/forms/fields-of.ts";

export type AgainChoices = { ids: string[]; quantities: Record<string, string>; is_emptied: boolean };

const prefix = "products.";

/** Restores the form's values when it is shown again; a pressed stepper changes its quantity. */
export function readAgainChoices(input: TypedFields | undefined): AgainChoices | undefined {
  if (!input) return undefined;
  const { values } = input;
  const [steppedId, delta] = (values["step"]?.[0] ?? "").split(":");
  const quantities = Object.entries(values).flatMap(([name, [text = ""]]) => {
    const id = name.slice(prefix.length);
    if (!name.startsWith(prefix)) return [];
    return [[id, id === steppedId ? String(clampQuantity((Number(text) || 0) + Number(delta))) : text] as const];
  });
  return {
    ids: values["id"] ?? [],
    quantities: Object.fromEntries(quantities),
    is_emptied: values["is_emptied"]?.[0] === "true",
  };
}

const clampQuantity = (count: number): number => Math.min(Math.max(count || 1, 1), 10_000);

/** Quantities are `products.<id>`; only those whose `id` is ticked count. */
const orderAgainContract = {
  access: "buy",
  params: getOrderCall.params,
  body: z.object({
    id: z.array(uuid()),
    products: z.record(uuid(), z.unknown()),
    is_emptied: z.optional(z.boolean()),
    cart_version: z.optional(z.string()),
    to: z.optional(z.string()),
  }),
} as const;

const changedCart = "Your cart has changed since this page was opened. Check what is in it now, then order again.";

function parseQuantities(ids: readonly string[], products: Record<string, unknown>): Record<string, number> {
  if (ids.length === 0)
    throw new BadRequest([{ code: "custom", path: ["id"], message: "Tick at least one product to order it again." }]);
  return Object.fromEntries(
    ids.map((id) => {
      const { success, data } = quantity().safeParse(Number(products[id]));
      if (!success) throw new BadRequest([{ code: "custom", path: ["products", id], message: wrongQuantityMessage }]);
      return [id, data];
    }),
  );
}

export const buildOrderAgainForm = (page: PageRoute) =>
  formPost(orderAgainContract, {
    path: pages.orderAgain,
    page,
    isQuery: (typed) => typed.has("step"),
    async send(ctx, { params: { order_id }, body: { id: ids, products, is_emptied, cart_version = "", to } }) {
      const adding = { is_emptied, version: cart_version, order_id };
      const addedLines = await addCartLines(ctx, parseQuantities(ids, products), adding);
      if (addedLines.length === 0) throw notFound("PRODUCT_NOT_FOUND");
      return { added: addedLines.length, requested: ids.length, to };
    },
    back: (result) => (result?.to === "checkout" ? pages.checkout : pages.cart),
    done: ({ to, ...counts }) =>
      to === "checkout" && counts.added === counts.requested ? undefined : addedMessage(counts),
    refusal: (refused) => ({
      message: refused.errcode === "OBJECT_OUTDATED" ? changedCart : cartMessage(refused),
    }),
  });
