import type { Client } from "pg";

type Table =
  | "products"
  | "devices"
  | "shipping_rates"
  | "orders"
  | "carts"
  | "approval_rules"
  | "approval_requests"
  | "quotes"
  | "quote_versions"
  | "quote_messages"
  | "order_lines"
  | "subscriptions"
  | "invoices"
  | "payment_ledger"
  | "tax_reports"
  | "software"
  | "software_versions"
  | "software_version_dependencies"
  | "notifications"
  | "packages"
  | "package_lines"
  | "package_serials"
  | "notes"
  | "note_mentions"
  | "assignments"
  | "audiences";

const dayMs = 86_400_000;

/** Uses one statement, which skips rows that violate a unique constraint. All rows must have the same columns. */
export async function insertMissing(client: Client, table: Table, rows: object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
    .map((name) => `"${name}"`)
    .join(", ");
  await client.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1) on conflict do nothing`,
    [JSON.stringify(rows)],
  );
}

/** `number` has at most six digits. */
export function seedId(number: number): string {
  return `01900000-0000-7000-8000-${String(number).padStart(12, "0")}`;
}

/** ISO time in UTC, `days` before this run of the seed, or after it if negative. */
export function daysAgo(days: number): string {
  return new Date(Math.floor(Date.now() / 1000) * 1000 - days * dayMs).toISOString();
}
