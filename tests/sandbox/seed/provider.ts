import { Client } from "pg";

const known = `
  select o.id, o.name, o.billing_email, coalesce(json_agg(json_build_object(
    'id', s.stripe_id, 'metadata', json_build_object('subscription_id', s.id), 'name', p.name,
    'amount', s.amount + s.tax, 'interval', s.interval, 'status', s.status,
    'start', floor(extract(epoch from s.start_at)), 'period_end', floor(extract(epoch from s.current_period_end))
  )) filter (where s.id is not null), '[]') as plans
  from organizations o
    left join subscriptions s on s.org_id = o.id and s.stripe_id like 'sub_seed_%'
      and s.status in ('active', 'past_due', 'trialing', 'unpaid', 'paused')
    left join products p on p.id = s.product_id
  where not o.is_house and o.billing_email is not null and o.stripe_customer_id is null
  group by o.id`;

type Known = { id: string; name: string; billing_email: string; plans: unknown[] };

/** Makes the payment provider know what the demo data says: each organization, its card and its running plans. Doing it again changes nothing. */
export async function seedProvider(databaseUrl: string, sandboxUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Known>(known);
    for (const { id, name, billing_email: email, plans } of rows) {
      const response = await fetch(`${sandboxUrl}/stripe/known-customers`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name, email, metadata: { org_id: id }, plans }),
      });
      const customer: { id?: string; message?: string } = await response.json();
      if (!customer.id) throw new Error(`The payment provider did not take ${name}: ${customer.message ?? ""}`);
      await client.query("update organizations set stripe_customer_id = $1 where id = $2", [customer.id, id]);
    }
  } finally {
    await client.end();
  }
}
