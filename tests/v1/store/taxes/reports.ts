import { expect } from "vitest";
import type { Shop } from "../../../support/store.ts";

type Invoice = { id: string; amount: number; tax: number; billing_reason: string };

/** Tax transactions of a shop's invoices at the payment provider. */
export function createReports(shop: Shop) {
  const invoicesOf = (orgId: string) =>
    shop.query<Invoice>(
      "select id, amount::int, tax::int, billing_reason from invoices where org_id = $1 order by created_at, id",
      [orgId],
    );
  const transactions = async (reference: string) => shop.objects("tax_transaction", { reference });
  /**
   * Cents that the provider has recorded under a reference: the amount including tax, and the tax. Refunds are
   * negative.
   */
  async function reported(reference: string) {
    const [transaction, ...others] = await transactions(reference);
    expect(others).toEqual([]);
    if (!transaction) return undefined;
    const [total] = await shop.objects("tax_total", { id: transaction.id });
    return { type: transaction["type"], left: total?.["left"], tax: total?.["tax"] };
  }

  async function report(): Promise<void> {
    await shop.settled();
    await shop.query("update tax_reports set next_at = now() where status = 'waiting'");
    await shop.sandbox.runJob("sweep-payments");
  }

  /** Sends refused reports again, as if a day had passed. */
  async function retryRefused(): Promise<void> {
    await shop.query("update tax_reports set next_at = now(), lease_until = now() where status = 'given-up'");
    await shop.sandbox.runJob("reconcile-payments");
    await report();
  }

  const refuseTwice = () =>
    shop.sandbox.addFault({ service: "stripe", path: "/v1/tax/transactions", kind: "status", value: 500, times: 2 });

  return { invoicesOf, reported, report, retryRefused, refuseTwice };
}
