import { getOrder } from "../../../../worker/contract/v1/client/orders.ts";
import type { FaultApp } from "../../../faults/fault-app.ts";
import { type Buyer, cards, type TestProduct } from "../../../support/store.ts";

export const sumAmounts = (rows: readonly (readonly [unknown, number])[]) =>
  rows.reduce((sum, [, amount]) => sum + amount, 0);

export function createBalances({ shop }: FaultApp) {
  async function withBalance(balance: number, products: TestProduct[], number: string = cards.good): Promise<Buyer> {
    const buyer = await shop.buyer();
    await shop.control("/customers", { customer: buyer.customer, balance });
    await shop.fillCart(buyer, products, number);
    return buyer;
  }

  const balanceOf = async ({ customer }: Buyer) =>
    (await shop.objects("customer", { id: customer })).map(({ balance }) => balance);
  const entries = async ({ org_id }: Buyer) =>
    (await shop.books(org_id)).ledger.map(({ kind, amount }) => [kind, Number(amount)] as const);

  async function buy(buyer: Buyer) {
    const answer = (await shop.checkout(buyer)).reply();
    await shop.settled();
    return answer;
  }

  const orderOf = async ({ client }: Buyer, id: string | null) =>
    (await client.call(getOrder, { params: { order_id: id ?? "" } })).reply();

  return { withBalance, balanceOf, entries, buy, orderOf };
}
