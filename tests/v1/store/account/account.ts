import { until } from "../../../../sandbox/process/deadline.ts";
import { updateOrganization } from "../../../../worker/contract/v1/admin/organizations.ts";
import { updateCart } from "../../../../worker/contract/v1/store/cart.ts";
import { type Buyer, shop as sharedShop, type Shop, type TestProduct } from "../../../support/store.ts";
import { patienceMs } from "../../../support/patience.ts";

export type Terms = {
  payment_terms_days?: number | null;
  credit_limit?: number | null;
  is_po_number_required?: boolean;
};
export type OpenInvoice = {
  id: string;
  stripe_invoice_id: string;
  amount: number;
  due_on: string;
  payment_status: string;
  closed_as: string | null;
};

export function createAccountHelpers(shop: Shop) {
  async function giveTerms(orgId: string, terms: Terms = {}): Promise<void> {
    const { client } = await shop.signedInAdmin();
    const body = { payment_terms_days: 30, credit_limit: 1_000_00, ...terms };
    (await client.call(updateOrganization, { params: { org_id: orgId }, body })).reply();
  }

  /** A buyer of an organization that buys on account, by default up to $1,000.00 at 30 days. */
  async function accountBuyer(terms: Terms = {}): Promise<Buyer> {
    const buyer = await shop.buyer();
    await giveTerms(buyer.org_id, terms);
    return buyer;
  }

  const chooseAccount = ({ client }: Buyer, fields: object = {}) =>
    client.call(updateCart, { body: { payment_method: "account", ...fields } });

  /** Software of this price, which neither ships nor is taxed at the test address. */
  const priced = (cents: number): Promise<TestProduct> =>
    shop.createProduct({ type: "software", price_levels: { "Base Price": cents }, tax_code: null });

  async function fillOnAccount(buyer: Buyer, products: TestProduct[], fields: object = {}) {
    await shop.fillCart(buyer, products);
    return (await chooseAccount(buyer, fields)).reply();
  }

  async function buyOnAccount(buyer: Buyer, products: TestProduct[]) {
    await fillOnAccount(buyer, products);
    return (await shop.checkout(buyer)).reply();
  }

  async function invoiceOf(orderId: string): Promise<OpenInvoice> {
    const [row] = await shop.query<OpenInvoice>(
      `select id, stripe_invoice_id, amount::int, due_on::text, payment_status, closed_as
      from invoices where reference_id = $1`,
      [orderId],
    );
    if (!row) throw new Error(`no invoice of ${orderId}`);
    return row;
  }

  /** Transfers an amount and waits until the worker has booked it, without waiting for jobs of other tests. */
  async function transfer({ id, stripe_invoice_id }: { id: string; stripe_invoice_id: string }, amount: number) {
    const fetchReceived = async () => {
      const [row] = await shop.query<{ cents: number }>(
        "select coalesce(sum(amount_cents), 0)::int as cents from payment_ledger where invoice_id = $1",
        [id],
      );
      return row?.cents ?? 0;
    };
    const receivedBefore = await fetchReceived();
    const answer = await shop.control("/invoices", { invoice: stripe_invoice_id, action: "paid_in_part", amount });
    const isTaken = await until(patienceMs, async () => (await fetchReceived()) === receivedBefore + amount);
    if (!isTaken) throw new Error(`the transfer of ${amount} was not taken in time`);
    return answer;
  }

  return { giveTerms, accountBuyer, chooseAccount, priced, fillOnAccount, buyOnAccount, invoiceOf, transfer };
}

/** The helpers for the shop that the whole run shares. */
export const { giveTerms, accountBuyer, chooseAccount, priced, fillOnAccount, buyOnAccount, invoiceOf, transfer } =
  createAccountHelpers(sharedShop);
