import { openBillingPortal } from "../../../../worker/contract/v1/client/billing.ts";
import { listUnderway, waitUntilGone } from "../../../support/settled.ts";
import { type Buyer, cards, shop, type Shop, type TestProduct } from "../../../support/store.ts";

export type Debtor = Buyer & { order_id: string; invoice_id: string; provider_id: string; total: number };

/**
 * Waits until the worker has handled the webhooks about this buyer's invoices and charges, without running a shared
 * job.
 */
export async function waitUntilSettled({ customer }: Pick<Buyer, "customer">, on: Shop = shop): Promise<void> {
  await waitUntilGone(async () => {
    const underway = await listUnderway(on.sandbox.url);
    const relatedObjects = [
      ...(await on.objects("invoice", { customer })),
      ...(await on.objects("charge", { customer })),
    ];
    const received = await on.query<{ id: string }>(
      "select id from stripe_events where status = 'received' and object_id = any($1)",
      [`{${relatedObjects.map(({ id }) => id).join(",")}}`],
    );
    return [...underway, ...received.map(({ id }) => id)];
  });
}

/** Creates an order whose bank debit was refused days later; order and invoice stay. */
export async function createUnpaidOrder(products?: TestProduct[], on: Shop = shop): Promise<Debtor> {
  const buyer = await on.purchase(products ?? [await on.createProduct()], cards.badBank);
  const [invoice] = await on.objects("invoice", { customer: buyer.customer });
  const provider_id = invoice?.id ?? "";
  await on.control("/invoices", { invoice: provider_id, action: "bank_answers" });
  await waitUntilSettled(buyer, on);
  const [row] = await on.query<{ id: string; amount: string }>(
    "select id, amount from invoices where stripe_invoice_id = $1",
    [provider_id],
  );
  const order_id = buyer.bought.order_id ?? "";
  return { ...buyer, order_id, invoice_id: row?.id ?? "", provider_id, total: Number(row?.amount) };
}

export async function setDefaultMethod({ client, customer }: Debtor, number: string, on: Shop = shop): Promise<void> {
  const { url } = (await client.call(openBillingPortal)).reply();
  await on.submit(url, { action: "default", method: await on.addMethod(customer, number) });
}
