import { expect } from "vitest";
import type { Buyer, Shop } from "../../../support/store.ts";

export type PaidBuyer = Buyer & { order_id: string; charge: string; total: number };

export async function buyDevice(shop: Shop): Promise<PaidBuyer> {
  const buyer = await shop.purchase([await shop.createProduct()]);
  const [charge] = await shop.charges(buyer.customer);
  return { ...buyer, order_id: buyer.bought.order_id ?? "", charge: charge?.id ?? "", total: charge?.amount ?? 0 };
}

/** The order's status, its payment status and the balance in the ledger. */
export async function readState(shop: Shop, { org_id }: { org_id: string }) {
  await shop.settled();
  const { orders, invoices, ledger } = await shop.books(org_id);
  expect(invoices[0]?.["payment_status"]).toBe(orders[0]?.["payment_status"]);
  const remainder = ledger.reduce((sum, { amount }) => sum + Number(amount), 0);
  return [orders[0]?.["status"], orders[0]?.["payment_status"], remainder];
}

export const listMailTypes = async (shop: Shop, { user }: Buyer) =>
  (await shop.query<{ type: string }>("select type from outbox where user_id = $1 order by id", [user.id])).map(
    ({ type }) => type,
  );
