import { searchConsole } from "../../../worker/contract/v1/admin/search.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createAccountRequest, createUser, unique } from "../../support/factories.ts";
import { createOrganizationRows } from "../../http/organization-rows.ts";

export const uniqueNumber = (prefix: string) => unique(prefix).toUpperCase();

/** Creates an organization with rows of the kinds that the console searches, each with unique numbers. */
export async function createSearchFixture() {
  const known = {
    invoice: uniqueNumber("CGX"),
    provider_invoice: unique("in"),
    payment: unique("pi"),
    charge: unique("ch"),
    customer: unique("cus"),
    plan: unique("sub"),
    page: unique("cs"),
    po: uniqueNumber("PO"),
    plan_po: uniqueNumber("PO"),
    tracking: uniqueNumber("1Z"),
    label: uniqueNumber("1Z"),
    serial: uniqueNumber("SER"),
    packed: uniqueNumber("SER"),
    sku: uniqueNumber("SKU"),
    item: unique("item"),
    account: unique("account"),
  };
  const rows = await createOrganizationRows();
  const person = await createUser({ org_id: rows.org_id });
  const queryOne = async <R extends object>(sql: string, values: unknown[]): Promise<R> => {
    const [row] = await query<R>(sql, values);
    if (!row) throw new Error(`no row came back from: ${sql}`);
    return row;
  };
  const order = await queryOne<{ order_number: string }>(
    `update orders set po_number = $2, cart_no = $3, stripe_id = $4, shipping_data = jsonb_set(shipping_data, '{packages}',
       jsonb_build_array(jsonb_build_object('tracking_id', $5::text, 'tracking_link', null, 'freight_carrier', 'UPS', 'freight_service', null)))
     where id = $1 returning order_number`,
    [rows.order_id, known.po, rows.cart_no, known.page, known.tracking],
  );
  const { id: line_id } = await queryOne<{ id: string }>(
    `insert into order_lines (order_id, product_id, position, quantity, name, price, serial_number)
     values ($1, $2, 0, 2, 'Device', 100, array[$3]) returning id`,
    [rows.order_id, rows.product_id, known.serial],
  );
  await query("update packages set tracking_id = $2 where id = $1", [rows.package_id, known.label]);
  await query("insert into package_serials (package_id, line_id, serial) values ($1, $2, $3)", [
    rows.package_id,
    line_id,
    known.packed,
  ]);
  await query(
    "update invoices set stripe_invoice_no = $2, stripe_invoice_id = $3, stripe_payment_id = $4, po_number = $5 where id = $1",
    [rows.invoice_id, known.invoice, known.provider_invoice, known.payment, known.po],
  );
  await query(
    "insert into payment_ledger (invoice_id, org_id, stripe_object_id, kind, amount_cents) values ($1, $2, $3, 'charge', 1)",
    [rows.invoice_id, rows.org_id, known.charge],
  );
  const plan_invoice = await queryOne<{ id: string }>(
    `insert into invoices (org_id, reference_id, reference_type, billing_reason, amount, po_number)
       values ($1, $2, 'subscription', 'subscription_create', 4900, $3) returning id`,
    [rows.org_id, rows.subscription_id, known.plan_po],
  );
  await query("update subscriptions set stripe_id = $2 where id = $1", [rows.subscription_id, known.plan]);
  const organization = await queryOne<{ name: string }>(
    "update organizations set stripe_customer_id = $2, net_suite_id = $3 where id = $1 returning name",
    [rows.org_id, known.customer, known.account],
  );
  const product = await queryOne<{ name: string }>(
    "update products set sku = $2, net_suite_id = $3 where id = $1 returning name",
    [rows.product_id, known.sku, known.item],
  );
  const names = { organization: organization.name, product: product.name };
  const request = await createAccountRequest({ email: person.email.replace("@", "@asks.") });
  return { known, rows, person, order, names, plan_invoice_id: plan_invoice.id, request_id: request.id };
}

export async function signInSearcher() {
  const { client } = await signedInAdmin();
  const search = async (text: string) => (await client.call(searchConsole, { query: { q: text } })).reply().groups;
  const exactOf = async (text: string): Promise<string[]> =>
    (await search(text))
      .flatMap(({ kind, rows: hits }) =>
        hits.filter(({ is_exact }) => is_exact).map(({ id, found_by }) => `${kind} ${id} ${found_by}`),
      )
      .toSorted();
  return { client, search, exactOf };
}
