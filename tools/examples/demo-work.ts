import { inject } from "vitest";
import { taskNames } from "../../worker/contract/tasks.ts";
import { query } from "../../tests/support/database.ts";
import { selectId } from "./one.ts";

/**
 * Inserts a completed run of each task, a reconciliation with an open discrepancy, and a webhook event that was given
 * up.
 */
export async function insertWork(): Promise<{ runs: Record<string, string>; difference: string; callback: string }> {
  const runs: Record<string, string> = {};
  for (const task of taskNames) {
    const id = await selectId(
      `insert into task_runs (task, trigger, status, started_at, finished_at, found, processed)
       values ($1, 'schedule', 'completed', now() - interval '1 hour', now() - interval '50 minutes', 128, 128)
       returning id`,
      [task],
    );
    await query(
      `insert into tasks (name, started_at, finished_at, last_success_at, run_id, pass_id)
       select task, started_at, finished_at, finished_at, id, id from task_runs where id = $1
       on conflict (name) do update set started_at = excluded.started_at, finished_at = excluded.finished_at,
         last_success_at = excluded.last_success_at, run_id = excluded.run_id, pass_id = excluded.pass_id`,
      [id],
    );
    runs[task] = id;
  }
  const totals = [{ line: "paid", orders: 1284500, ledger: 1284500, provider: 1289400, accounting: 1284500 }];
  await query("insert into book_runs (run_id, totals, open_differences) values ($1, $2, 1)", [
    runs["books"],
    JSON.stringify(totals),
  ]);
  const difference = await selectId(
    `insert into book_differences (kind, reference_type, reference_id, expected, found, cause, last_seen_run)
     values ('orphan_charge', 'payment', 'ch_seed_by_hand', 0, 4900, 'charged_by_nobody', $1) returning id`,
    [runs["books"]],
  );
  const callback = await selectId(
    `insert into stripe_events (id, type, object_id, created, status, tries)
     values ('evt_seed_given_up', 'charge.refunded', 'ch_seed_by_hand', 1, 'given-up', 12) returning id`,
  );
  return { runs, difference, callback };
}

/** A retry of the failed record would succeed. */
export async function failRecord(runId: string | undefined, productId: string): Promise<string> {
  await query("update task_runs set processed = found - 1, failed = 1 where id = $1", [runId]);
  return selectId(
    `insert into task_failures (run_id, record_id, reason)
     select $1, net_suite_id::text, 'The price “” of level “Base Price” is no amount in dollars.'
     from products where id = $2 returning record_id as id`,
    [runId, productId],
  );
}

export async function linkToAccounting(org_id: string, product_id: string) {
  const createRecord = async (type: "customer" | "item", fields: object) => {
    const body = JSON.stringify({ type, fields });
    const answer = await fetch(`${inject("sandboxUrl")}/net-suite/records`, { method: "POST", body });
    if (!answer.ok) throw new Error(await answer.text());
    return String(Object(await answer.json()).id);
  };
  const [org] = await query<{ name: string }>("select name from organizations where id = $1", [org_id]);
  const [product] = await query<{ name: string; sku: string }>("select name, sku from products where id = $1", [
    product_id,
  ]);
  const customer = await createRecord("customer", { companyName: org?.name, email: "books@northwind.test" });
  const prices = { "Base Price": "2490.00", Reseller: "1990.00" };
  const item = await createRecord("item", { itemId: product?.sku, displayName: product?.name, prices });
  await query("update organizations set net_suite_id = $2 where id = $1", [org_id, customer]);
  await query("update products set net_suite_id = $2 where id = $1", [product_id, item]);
  return { customer: org_id, item: product_id };
}
