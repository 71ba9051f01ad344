import { randomUUID } from "node:crypto";
import { query } from "../../support/database.ts";
import { shop } from "../../support/store.ts";

/** Creates an order with a refund of $5.00 that the bank returned. */
export async function createFailedRefund() {
  const buyer = await shop.purchase([await shop.createProduct()]);
  await shop.settled();
  const order_id = buyer.bought.order_id ?? "";
  const refund = `re_${randomUUID()}`;
  const [order] = await query<{ order_number: string }>(
    `with billed as (
      update invoices set payment_status = 'refund_failed' where reference_id = $1 returning id, org_id
    ), booked as (
      insert into payment_ledger (invoice_id, org_id, stripe_object_id, kind, amount_cents)
      select id, org_id, $2, kind, cents from billed, (values ('refund', -500), ('refund_failed', 500)) as v(kind, cents)
    )
    update orders set payment_status = 'refund_failed' where id = $1 returning order_number`,
    [order_id, refund],
  );
  if (!order) throw new Error("nothing was bought");
  return {
    ...buyer,
    refund,
    ...order,
    page: `/portal/orders/${order_id}`,
    form: `/portal/orders/${order_id}/refund`,
    order_id,
  };
}
