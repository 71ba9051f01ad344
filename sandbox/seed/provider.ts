import { Client } from "pg";

const newCustomersSql = `
  select o.id, o.name, o.billing_email, coalesce(json_agg(json_build_object(
    'id', s.stripe_id, 'metadata', json_build_object('subscription_id', s.id), 'name', p.name,
    'amount', s.amount + s.tax, 'interval', s.interval, 'status', s.status,
    'start', floor(extract(epoch from s.start_at)), 'period_end', floor(extract(epoch from s.current_period_end))
  )) filter (where s.id is not null), '[]') as plans
  from organizations o
    left join subscriptions s on s.org_id = o.id and s.stripe_id like 'sub_seed_%'
      and s.status in ('incomplete', 'active', 'past_due', 'trialing', 'unpaid', 'paused')
    left join products p on p.id = s.product_id
  where not o.is_house and o.billing_email is not null and o.stripe_customer_id is null
    and o.id::text like '01900000-0000-7000-%'
  group by o.id`;

/** Payments with their refunds and disputes, under the field names of the fake provider. */
const paymentsSql = `
  select
    i.stripe_payment_id as payment_intent, charge.stripe_object_id as charge, charge.amount_cents::int as amount,
    floor(extract(epoch from i.created_at))::int as created,
    json_build_object('id', i.stripe_invoice_id, 'number', i.stripe_invoice_no, 'subscription', s.stripe_id) as invoice,
    coalesce((
      select json_agg(json_build_object('id', l.stripe_object_id, 'amount', -l.amount_cents, 'status', case when exists (
        select 1 from payment_ledger f where f.stripe_object_id = l.stripe_object_id and f.kind = 'refund_failed'
      ) then 'failed' else 'succeeded' end))
      from payment_ledger l where l.invoice_id = i.id and l.kind = 'refund'
    ), '[]') as refunds,
    coalesce((
      select json_agg(json_build_object('id', l.stripe_object_id, 'amount', -l.amount_cents, 'is_won', exists (
        select 1 from payment_ledger b where b.stripe_object_id = l.stripe_object_id and b.kind = 'dispute_reinstated'
      )))
      from payment_ledger l where l.invoice_id = i.id and l.kind = 'dispute_withdrawn'
    ), '[]') as disputes
  from invoices i
    join payment_ledger charge on charge.invoice_id = i.id and charge.kind = 'charge'
    left join subscriptions s on i.reference_type = 'subscription' and s.id = i.reference_id
  where i.org_id = $1 and charge.stripe_object_id like 'ch_seed_%'
  order by i.created_at, i.id`;

/** Payments that the bank declined; their invoices can still be paid. */
const declinedSql = `
  select
    i.stripe_payment_id as payment_intent, 'ch' || substr(i.stripe_invoice_id, 3) as charge, i.amount::int as amount,
    floor(extract(epoch from i.created_at))::int as created,
    json_build_object('id', i.stripe_invoice_id, 'number', i.stripe_invoice_no, 'subscription', s.stripe_id) as invoice,
    '[]'::json as refunds, '[]'::json as disputes, true as is_declined
  from invoices i
    left join subscriptions s on i.reference_type = 'subscription' and s.id = i.reference_id
  where i.org_id = $1 and i.payment_status = 'declined' and i.stripe_invoice_id like 'in_seed_%'
  order by i.created_at, i.id`;

/** Invoices on account, including open ones, with their transfers; numbered like the seed's other invoices. */
const accountInvoicesSql = `
  select
    json_build_object('id', 'in_seed_' || n.number, 'number', 'CGX-' || n.number) as invoice,
    'pi_seed_' || n.number as payment_intent, i.amount::int as amount, i.po_number,
    floor(extract(epoch from i.created_at))::int as created,
    floor(extract(epoch from i.due_on + 1))::int - 1 as due,
    coalesce((
      select json_agg(json_build_object(
        'charge', l.stripe_object_id, 'payment_intent', 'pi' || substr(l.stripe_object_id, 3), 'amount', l.amount_cents,
        'created', floor(extract(epoch from l.booked_at))::int
      ) order by l.booked_at)
      from payment_ledger l where l.invoice_id = i.id and l.kind = 'charge'
    ), '[]') as transfers
  from invoices i cross join lateral (select right(i.id::text, 12)::int as number) n
  where i.org_id = $1 and i.due_on is not null and i.id::text like '01900000-0000-7000-%'
  order by i.created_at, i.id`;

/** Sets the provider's ids of invoices on account. Open invoices have no ids before the provider has created them. */
const linkAccountInvoicesSql = `
  update invoices i
  set stripe_invoice_id = known.invoice ->> 'id', stripe_invoice_no = known.invoice ->> 'number',
    stripe_payment_id = known.payment_intent,
    stripe_invoice_url = $2 || '/stripe/invoices/' || (known.invoice ->> 'id')
  from (${accountInvoicesSql}) known
  where i.id::text like '01900000-0000-7000-%' and 'in_seed_' || right(i.id::text, 12)::int = known.invoice ->> 'id'`;

/** Tax transactions of the sales that the seed marks as reported. */
const reportedSalesSql = `
  select
    t.transaction_id as transaction, t.reference, floor(extract(epoch from t.created_at))::int as created,
    greatest(i.amount + coalesce((
      select sum(l.amount_cents) from payment_ledger l
      where l.invoice_id = i.id and l.kind in ('refund', 'refund_failed')
    ), 0), 0)::int as left, i.tax::int as tax, i.shipping::int as shipping,
    (
      select json_agg(json_build_object(
        'reference', line ->> 'id', 'quantity', (line ->> 'quantity')::int,
        'amount', (line ->> 'price')::bigint * (line ->> 'quantity')::int, 'tax', (line ->> 'tax_amount')::bigint
      ))
      from jsonb_array_elements(i.products) line
    ) as lines
  from tax_reports t
    join invoices i on i.id = t.invoice_id
  where i.org_id = $1 and t.transaction_id like 'tax_seed_%'
  order by t.created_at, t.id`;

type NewCustomer = { id: string; name: string; billing_email: string; plans: unknown[] };

/**
 * Creates the demo organizations, their cards, plans that have not ended, payments, invoices on account, refunds,
 * disputes and tax transactions at the payment provider. Idempotent.
 */
export async function seedProvider(databaseUrl: string, sandboxUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<NewCustomer>(newCustomersSql);
    for (const { id, name, billing_email: email, plans } of rows) {
      const made = await postControl(sandboxUrl, "known-customers", { name, email, metadata: { org_id: id }, plans });
      const customer: { id?: string } = await made.json();
      if (!customer.id) throw new Error(`The payment provider made no customer of ${name}.`);
      const paid = await client.query<object>(paymentsSql, [id]);
      const open = await client.query<object>(declinedSql, [id]);
      const knownPayments = [...paid.rows, ...open.rows].map((payment) => ({ customer: customer.id, ...payment }));
      await postControl(sandboxUrl, "known-payments", knownPayments);
      const accounts = await client.query<object>(accountInvoicesSql, [id]);
      await postControl(
        sandboxUrl,
        "known-account-invoices",
        accounts.rows.map((invoice) => ({ customer: customer.id, ...invoice })),
      );
      await client.query(linkAccountInvoicesSql, [id, sandboxUrl]);
      await postControl(sandboxUrl, "known-sales", (await client.query<object>(reportedSalesSql, [id])).rows);
      await client.query(
        `update invoices set stripe_invoice_url = $2 || '/stripe/invoices/' || stripe_invoice_id
         where org_id = $1 and payment_status = 'declined' and stripe_invoice_id like 'in_seed_%'`,
        [id, sandboxUrl],
      );
      await client.query("update organizations set stripe_customer_id = $1 where id = $2", [customer.id, id]);
      const method = await fetchMethod(sandboxUrl, customer.id);
      await client.query(
        `update subscriptions set payment_method = $1
         where org_id = $2 and stripe_id like 'sub_seed_%' and status not in ('canceled', 'incomplete_expired')`,
        [method, id],
      );
      await client.query(
        `update approval_requests set purchase = jsonb_set(purchase, '{payment}', $1)
         where org_id = $2 and status = 'pending' and purchase -> 'payment' ->> 'method_id' = ''`,
        [toPayment(customer.id, method), id],
      );
    }
  } finally {
    await client.end();
  }
}

async function postControl(sandboxUrl: string, path: string, body: unknown): Promise<Response> {
  const response = await fetch(`${sandboxUrl}/stripe/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The payment provider did not take the demo data: ${await response.text()}`);
  return response;
}

type Method = { id: string; card: { brand: string; last4: string } };

const toPayment = (customer_id: string, method: Awaited<ReturnType<typeof fetchMethod>>) =>
  method && {
    method_id: method.id,
    customer_id,
    paid_by: { type: method.type, name: method.name, last4: method.last4 },
  };

/** The customer's card at the provider, as stored with a plan. */
async function fetchMethod(sandboxUrl: string, customer: string) {
  const query = new URLSearchParams({ type: "payment_method", customer });
  const [method]: Method[] = await (await fetch(`${sandboxUrl}/stripe/objects.json?${query}`)).json();
  return method && { id: method.id, type: "card", name: method.card.brand, last4: method.card.last4 };
}
