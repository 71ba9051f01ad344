import { openBillingPortal } from "../../../../worker/contract/v1/client/billing.ts";
import type { Buyer } from "../../../support/store.ts";
import { cards, shop } from "../../../support/store.ts";

export type Debtor = Buyer & { order_id: string; invoice_id: string; provider_id: string; total: number };

/** The bank refused the debit, days after the order: order and invoice stay. */
export async function unpaid(): Promise<Debtor> {
  const buyer = await shop.purchase([await shop.createProduct()], cards.badBank);
  const [invoice] = await shop.objects("invoice", { customer: buyer.customer });
  const provider_id = invoice?.id ?? "";
  await shop.control("/invoices", { invoice: provider_id, action: "bank_answers" });
  await shop.settled();
  const [row] = await shop.query<{ id: string; amount: string }>(
    "select id, amount from invoices where stripe_invoice_id = $1",
    [provider_id],
  );
  const order_id = buyer.bought.order_id ?? "";
  return { ...buyer, order_id, invoice_id: row?.id ?? "", provider_id, total: Number(row?.amount) };
}

/** The organization's default method at the payment provider. */
export async function setDefault({ client, customer }: Debtor, number: string): Promise<void> {
  const { url } = (await client.call(openBillingPortal)).reply();
  await shop.submit(url, { action: "default", method: await shop.addMethod(customer, number) });
}
