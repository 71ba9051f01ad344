import { type SQL, sql } from "drizzle-orm";
import type { RunCursor } from "./steps.ts";

/**
 * CTE `noted` that stores the rows of the CTE `differing` (kind, reference_type, reference_id, expected, found, cause,
 * org_id, invoice_id; each reference once). Known discrepancies are refreshed. A discrepancy that a user closed reopens
 * only if an amount changed; one that was closed automatically always reopens.
 */
export const recordDiscrepanciesPart = ({ run }: RunCursor): SQL => sql`noted as (
  insert into book_differences as d
    (kind, reference_type, reference_id, expected, found, cause, org_id, invoice_id, last_seen_run)
  select
    kind, reference_type, reference_id, expected::bigint, found::bigint, cause, org_id::uuid, invoice_id::uuid,
    ${run}::uuid
  from differing
  on conflict (kind, reference_type, reference_id) do update set
    expected = excluded.expected,
    found = excluded.found,
    cause = excluded.cause,
    org_id = excluded.org_id,
    invoice_id = excluded.invoice_id,
    last_seen_at = now(),
    last_seen_run = excluded.last_seen_run,
    opened_again_at = case when ${isOpenedAgain} then now() else d.opened_again_at end,
    closed_at = case when ${isOpenedAgain} then null else d.closed_at end,
    closed_by = case when ${isOpenedAgain} then null else d.closed_by end
)`;

const isOpenedAgain = sql`(
  d.closed_at is not null
  and (d.closed_by is null or d.expected <> excluded.expected or d.found <> excluded.found)
)`;
