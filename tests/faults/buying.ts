import { checkoutCart } from "../../worker/contract/v1/store/checkout.ts";
import type { Buyer, Shop, TestProduct } from "../support/store.ts";

export type ReadyBuyer = Buyer & { updated_at: string };

/** A buyer with a cart that is ready to pay. */
export async function createReadyBuyer(shop: Shop, products: TestProduct[]): Promise<ReadyBuyer> {
  const buyer = await shop.buyer();
  return { ...buyer, updated_at: (await shop.fillCart(buyer, products)).updated_at };
}

/** Pays the cart as it was prepared, whatever its state now. */
export const submit = ({ client, updated_at }: Pick<ReadyBuyer, "client" | "updated_at">) =>
  client.call(checkoutCart, { body: { updated_at } });
