import { checkoutCart } from "../../worker/contract/v1/store/checkout.ts";
import type { Buyer, Shop, TestProduct } from "../support/store.ts";

export type ReadyBuyer = Buyer & { updated_at: string };

export async function createReadyBuyer(shop: Shop, products: TestProduct[]): Promise<ReadyBuyer> {
  const buyer = await shop.buyer();
  return { ...buyer, updated_at: (await shop.fillCart(buyer, products)).updated_at };
}

/** Submits the cart version that was prepared, whatever the cart's state is now. */
export const submitCart = ({ client, updated_at }: Pick<ReadyBuyer, "client" | "updated_at">) =>
  client.call(checkoutCart, { body: { updated_at } });
