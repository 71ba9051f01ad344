import type { Query } from "../support/database.ts";

const tables = [
  "carts",
  "checkout_attempts",
  "orders",
  "order_lines",
  "invoices",
  "subscriptions",
  "payment_ledger",
  "outbox",
];

// Each change is recorded with the list price and the user's `is_active` of that moment, because both may change later.
// `after` triggers run when the statement is complete. The tables' owner owns the schema, so the worker cannot write to
// it.
const watchSql = `
create schema if not exists watched;
create table if not exists watched.changes (
  id bigint generated always as identity primary key, table_name text not null, op text not null, org_id uuid,
  before jsonb, after jsonb, list_price bigint, is_active boolean);
create index if not exists changes_org on watched.changes (org_id);
create or replace function watched.note() returns trigger language plpgsql security definer set search_path = public as $$
declare
  row jsonb := coalesce(to_jsonb(new), to_jsonb(old));
  org uuid := coalesce((row ->> 'org_id')::uuid, (select org_id from orders where id = (row ->> 'order_id')::uuid),
    (select org_id from users where id = (row ->> 'user_id')::uuid));
begin
  insert into watched.changes (table_name, op, org_id, before, after, list_price, is_active)
  values (tg_table_name, tg_op, org, case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end,
    case when tg_op = 'INSERT' then (select (p.price_levels ->> coalesce(o.price_level_name, 'Base Price'))::bigint
      from products p, organizations o where p.id = (row ->> 'product_id')::uuid and o.id = org) end,
    (select is_active from users where id = (row ->> 'user_id')::uuid));
  return null;
end $$;`;

/** Adds triggers that record every change of money, so that invariants about history can be checked. */
export async function recordMoneyChanges(query: Query): Promise<void> {
  await query(watchSql);
  for (const table of tables)
    await query(
      `create or replace trigger watched after insert or update or delete on ${table} for each row execute function watched.note()`,
    );
}
