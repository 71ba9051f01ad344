import { z } from "zod";
import { until } from "../../../../sandbox/process/deadline.ts";
import { openBillingPortal } from "../../../../worker/contract/v1/client/billing.ts";
import type { Buyer, TestProduct } from "../../../support/store.ts";
import { cards, shop } from "../../../support/store.ts";

export type Debtor = Buyer & { order_id: string; invoice_id: string; provider_id: string; total: number };

const deliveries = z.object({ underway: z.number() });

/** Waits until the worker has taken every webhook about this buyer, without a job that others wait for. */
export async function settled({ customer }: Pick<Buyer, "customer">): Promise<void> {
  const isDone = await until(45_000, async () => {
    const about = [...(await shop.objects("invoice", { customer })), ...(await shop.objects("charge", { customer }))];
    const ids = `{${about.map(({ id }) => id).join(",")}}`;
    const { underway } = deliveries.parse(await (await fetch(`${shop.sandbox.url}/stripe/deliveries`)).json());
    const left = await shop.query("select 1 from stripe_events where status = 'received' and object_id = any($1)", [
      ids,
    ]);
    return underway === 0 && left.length === 0;
  });
  if (!isDone) throw new Error("the webhooks of this buyer were not taken within 45 s");
}

/** The bank refused the debit, days after the order: order and invoice stay. */
export async function unpaid(products?: TestProduct[]): Promise<Debtor> {
  const buyer = await shop.purchase(products ?? [await shop.createProduct()], cards.badBank);
  const [invoice] = await shop.objects("invoice", { customer: buyer.customer });
  const provider_id = invoice?.id ?? "";
  await shop.control("/invoices", { invoice: provider_id, action: "bank_answers" });
  await settled(buyer);
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
