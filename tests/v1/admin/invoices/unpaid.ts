import { openBillingPortal } from "../../../../worker/contract/v1/client/billing.ts";
import { listUnderway, untilGone } from "../../../support/settled.ts";
import { type Buyer, cards, shop, type Shop, type TestProduct } from "../../../support/store.ts";

export type Debtor = Buyer & { order_id: string; invoice_id: string; provider_id: string; total: number };

/** Waits until the worker has taken every webhook about this buyer, without a job that others wait for. */
export async function settled({ customer }: Pick<Buyer, "customer">, on: Shop = shop): Promise<void> {
  await untilGone(async () => {
    const underway = await listUnderway(on.sandbox.url);
    const about = [...(await on.objects("invoice", { customer })), ...(await on.objects("charge", { customer }))];
    const received = await on.query<{ id: string }>(
      "select id from stripe_events where status = 'received' and object_id = any($1)",
      [`{${about.map(({ id }) => id).join(",")}}`],
    );
    return [...underway, ...received.map(({ id }) => id)];
  });
}

/** The bank refused the debit, days after the order: order and invoice stay. */
export async function unpaid(products?: TestProduct[], on: Shop = shop): Promise<Debtor> {
  const buyer = await on.purchase(products ?? [await on.createProduct()], cards.badBank);
  const [invoice] = await on.objects("invoice", { customer: buyer.customer });
  const provider_id = invoice?.id ?? "";
  await on.control("/invoices", { invoice: provider_id, action: "bank_answers" });
  await settled(buyer, on);
  const [row] = await on.query<{ id: string; amount: string }>(
    "select id, amount from invoices where stripe_invoice_id = $1",
    [provider_id],
  );
  const order_id = buyer.bought.order_id ?? "";
  return { ...buyer, order_id, invoice_id: row?.id ?? "", provider_id, total: Number(row?.amount) };
}

/** The organization's default method at the payment provider. */
export async function setDefault({ client, customer }: Debtor, number: string, on: Shop = shop): Promise<void> {
  const { url } = (await client.call(openBillingPortal)).reply();
  await on.submit(url, { action: "default", method: await on.addMethod(customer, number) });
}
