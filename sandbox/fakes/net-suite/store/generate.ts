import { isSale, type Kind } from "./kinds.ts";
import type { Store } from "./store.ts";

const fieldsSql: Record<"customer" | "item", string> = {
  customer: `jsonb_build_object('companyName', 'Generated customer ' || n, 'email', 'customer' || n || '@generated.test',
    'isInactive', false, 'priceLevel', jsonb_build_object('id', '1', 'refName', 'Base Price'))`,
  item: `jsonb_build_object('itemId', 'GEN-' || lpad(n::text, 6, '0'), 'displayName', 'Generated item ' || n,
    'isInactive', false, 'prices', jsonb_build_object('Base Price', (n % 1000 || '.' || lpad((n % 100)::text, 2, '0'))))`,
};

/** Creates numbered records. Generated sales have no external id, like sales that the store did not create. */
export async function generate(store: Store, kind: Kind, count: number): Promise<number> {
  if (!isSale(kind) && kind !== "customer" && kind !== "item")
    throw new Error("Only customers, items, sales orders, invoices and credit memos are generated.");
  if (isSale(kind)) return generateSales(store, kind, count);
  const name = kind === "customer" ? "customer" : "item";
  await store.rows(
    `insert into records (kind, fields)
     select $1, ${fieldsSql[name]}
     from (select count(*) as known from records where kind = $1) k, generate_series(k.known + 1, k.known + $2) n`,
    [kind, count],
  );
  return count;
}

async function generateSales(store: Store, kind: Kind, count: number): Promise<number> {
  await store.rows(
    `insert into records (kind, fields, total)
     select $1, jsonb_build_object('memo', 'Generated', 'item', jsonb_build_object('items', jsonb_build_array(
       jsonb_build_object('item', jsonb_build_object('id', '12'), 'quantity', 1, 'rate', n % 1000, 'amount', n % 1000)))), n % 1000
     from generate_series(1, $2::int) n`,
    [kind, count],
  );
  return count;
}
