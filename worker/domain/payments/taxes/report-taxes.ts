import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { taxExemptions, taxReportKinds, taxReportStatuses } from "../../../../db/enums.ts";
import { shownAddress } from "../../../contract/entities/address.ts";
import type { TaxReportOutcome } from "../../../gateways/tax/tax.ts";
import type { Ctx } from "../../context.ts";
import { backoffDelay, claimDue, type JobCounts, expiredLease } from "../../platform/index.ts";
import { exists, type RowOf, many } from "../../sql.ts";

const batchSize = 20;

const waitingReport = () =>
  z.object({
    id: z.string(),
    invoice_id: z.string(),
    kind: z.enum(taxReportKinds),
    reference: z.string(),
    amount: z.number(),
    calculation_id: z.nullable(z.string()),
    address: shownAddress,
    exemption: z.enum(taxExemptions),
    total: z.number(),
    shipping: z.number(),
    tax: z.number(),
    lines: z.array(
      z.object({ reference: z.string(), amount: z.number(), quantity: z.int(), tax_code: z.nullable(z.string()) }),
    ),
    /** The sale of the same invoice, or its replacement after a full refund failed. */
    sale: z.nullable(z.object({ status: z.enum(taxReportStatuses), transaction_id: z.nullable(z.string()) })),
    /** Refunded lines; null for a refund by amount, or if the sale was reversed by amount before. */
    reversed_lines: z.nullable(
      z.array(z.object({ reference: z.nullable(z.string()), quantity: z.int(), amount: z.number(), tax: z.number() })),
    ),
    /** An earlier failed refund of the invoice has not been reported yet. */
    follows_failed: z.boolean(),
    reversal: z.nullable(z.object({ status: z.enum(taxReportStatuses), transaction_id: z.nullable(z.string()) })),
  });
type Report = RowOf<typeof waitingReport>;
/** Undefined means retry later; `id: null` means nothing to report. */
type ReportResult = TaxReportOutcome | { outcome: "done"; id: null } | undefined;

/**
 * Temporary failures are retried without limit; a refused report is logged, counted in the metrics and sent again after
 * a day (ADR-019).
 */
export async function reportTaxes(ctx: Ctx): Promise<JobCounts> {
  const rows = await claimReports(ctx);
  let processed = 0;
  for (const row of rows.toSorted(compareSalesFirst)) {
    const result = await sendReport(ctx, row).catch((error: unknown) => {
      warn(ctx, row, error instanceof Error ? error.message : "unknown");
      return undefined;
    });
    await recordResult(ctx, row, result);
    if (result?.outcome === "done") processed += 1;
  }
  return { found: rows.length, processed };
}

/** Queues refused reports again after a day, because their cause may be mended at the provider by then. */
export async function requeueRefusedTaxReports(ctx: Ctx): Promise<JobCounts> {
  const { rowCount } = await ctx.db.execute(sql`
    update tax_reports set status = 'waiting', tries = 0, next_at = now()
    where status = 'given-up' and next_at <= now()`);
  return { found: rowCount, processed: rowCount };
}

/** Sales come first, then the order of booking, in which a reversal precedes the failure of its refund. */
const compareSalesFirst = (one: Report, other: Report): number =>
  Number(other.kind === "sale") - Number(one.kind === "sale") || (one.id < other.id ? -1 : 1);

const isByLines = (alias: SQL): SQL => sql`(
  ${alias}.kind = 'reversal'
  and 'refund_' || r.stripe_refund_id = ${alias}.reference
  and r.amount = ${alias}.amount
  and exists (select 1 from refund_lines line where line.refund_id = r.id)
)`;

const claimReports = (ctx: Ctx): Promise<Report[]> =>
  many(
    ctx,
    waitingReport,
    sql`
    with claimed as (${claimDue({
      table: "tax_reports",
      isOpen: sql`status = 'waiting'`,
      tries: "tries",
      limit: batchSize,
      returning: sql`*`,
    })})
    select
      claimed.id, claimed.invoice_id, claimed.kind, claimed.reference, claimed.amount::float as amount,
      claimed.calculation_id, i.tax_address as address, org.tax_exempt as exemption, i.amount::float as total,
      i.shipping::float as shipping, i.tax::float as tax,
      (
        select json_agg(json_build_object(
          'reference', line.id, 'amount', line.amount, 'quantity', line.quantity,
          'tax_code', (select p.tax_code from products p where p.id = line.id)
        ) order by line.place)
        from (
          select (item ->> 'id')::uuid as id, sum((item ->> 'price')::bigint * (item ->> 'quantity')::int) as amount,
            sum((item ->> 'quantity')::int) as quantity, min(place) as place
          from jsonb_array_elements(i.products) with ordinality sold(item, place)
          group by item ->> 'id'
        ) line
      ) as lines,
      (
        select json_build_object('status', sale.status, 'transaction_id', sale.transaction_id)
        from tax_reports sale
        where sale.invoice_id = i.id
          and (
            sale.kind = 'sale'
            or (sale.kind = 'refund_failed' and sale.amount = i.amount and sale.transaction_id is not null)
          )
        order by (sale.kind = 'sale'), sale.id desc
        limit 1
      ) as sale,
      (
        select json_agg(json_build_object(
          'reference', back.product_id, 'quantity', back.quantity, 'amount', back.amount, 'tax', back.tax
        ))
        from (
          select ordered.product_id, sum(line.quantity) as quantity, sum(line.amount) as amount, sum(line.tax) as tax
          from refunds r join refund_lines line on line.refund_id = r.id
            left join order_lines ordered on ordered.id = line.line_id
          where ${isByLines(sql`claimed`)}
          group by ordered.product_id
        ) back
        where not exists (
          select 1 from tax_reports other
          where other.invoice_id = i.id
            and other.kind <> 'sale'
            and other.id < claimed.id
            and not exists (select 1 from refunds r where ${isByLines(sql`other`)})
        )
      ) as reversed_lines,
      exists (
        select 1
        from tax_reports failed
        where failed.invoice_id = i.id
          and failed.kind = 'refund_failed'
          and failed.status = 'waiting'
          and failed.id < claimed.id
      ) as follows_failed,
      (
        select json_build_object('status', reversal.status, 'transaction_id', reversal.transaction_id)
        from tax_reports reversal
        where claimed.kind = 'refund_failed'
          and reversal.reference = replace(claimed.reference, 'refund_failed_', 'refund_')
      ) as reversal
    from claimed
      join invoices i on i.id = claimed.invoice_id
      join organizations org on org.id = i.org_id`,
  );

function sendReport(ctx: Ctx, row: Report): Promise<ReportResult> {
  if (row.kind === "sale") return reportSale(ctx, row);
  return row.kind === "reversal" ? reportReversal(ctx, row) : reportFailedRefund(ctx, row);
}

async function reportSale(ctx: Ctx, row: Report): Promise<ReportResult> {
  const { reference, invoice_id } = row;
  const calculation = row.calculation_id ?? (await createCalculation(ctx, row));
  if (!calculation) return undefined;
  const key = `tax_${reference}_${calculation}`;
  const result = await ctx.gateways.payments.reportSale({ key, calculation, reference, invoice_id });
  if (result.outcome !== "expired") return result;
  await ctx.db.execute(sql`update tax_reports set calculation_id = null where id = ${row.id}`);
  return undefined;
}

/**
 * Creates a tax calculation for a sale whose own has expired or that has none, because its checkout had several
 * invoices or it is a renewal (ADR-016). The calculation is stored before use, so that a retry uses it again.
 */
async function createCalculation(ctx: Ctx, row: Report): Promise<string | undefined> {
  const { address, lines, shipping, exemption } = row;
  const answer = await ctx.gateways.payments.calculateTax({ address, lines, shipping, exemption });
  if (answer.outcome !== "done") {
    warn(ctx, row, `the calculation: ${answer.outcome}`);
    return undefined;
  }
  const { id, tax } = answer.value;
  if (tax !== row.tax) warn(ctx, row, `tax of ${row.tax} was collected, ${tax} is due`);
  await ctx.db.execute(sql`update tax_reports set calculation_id = ${id} where id = ${row.id}`);
  return id;
}

async function reportReversal(ctx: Ctx, row: Report): Promise<ReportResult> {
  const { sale, reference, amount, reversed_lines: lines } = row;
  // A refund is reported only after earlier failed refunds, whose amounts are owed again.
  if (sale?.status === "waiting" || row.follows_failed) return undefined;
  if (!sale?.transaction_id) return { outcome: "refused", reason: "the sale was not reported" };
  const part = amount === row.total ? {} : { amount, ...(lines && { lines }) };
  const transaction = sale.transaction_id;
  return ctx.gateways.payments.reverseSale({ key: `tax_${reference}`, transaction, reference, ...part });
}

/**
 * A refund that failed after it had succeeded: an unreported reversal is dropped, a reported one is undone. A partial
 * reversal is itself reversed; after a full reversal the sale is reported again, because nothing of it is left
 * (https://docs.stripe.com/tax/custom, https://docs.stripe.com/api/tax/transactions/create_reversal).
 */
async function reportFailedRefund(ctx: Ctx, row: Report): Promise<ReportResult> {
  const { reference, reversal, amount, total } = row;
  const transaction = reversal?.status === "done" ? reversal.transaction_id : null;
  if (transaction && amount === total) return reportSale(ctx, row);
  if (transaction) return ctx.gateways.payments.reverseSale({ key: `tax_${reference}`, transaction, reference });
  const isDropped = await exists(
    ctx,
    sql`
    update tax_reports set status = 'done', done_at = now()
    where reference = ${reference.replace("refund_failed_", "refund_")} and status <> 'done'
    returning 1`,
  );
  // a reversal that was reported since this row was read is undone by the next run
  return isDropped || reversal?.status !== "waiting" ? { outcome: "done", id: null } : undefined;
}

async function recordResult(ctx: Ctx, row: Report, result: ReportResult): Promise<void> {
  if (result?.outcome === "done") {
    await ctx.db.execute(sql`
      update tax_reports set status = 'done', transaction_id = ${result.id}, done_at = now() where id = ${row.id}`);
  } else if (result?.outcome === "refused") {
    warn(ctx, row, result.reason, "error");
    await ctx.db.execute(sql`
      update tax_reports set status = 'given-up', next_at = now() + interval '1 day' where id = ${row.id}`);
  } else {
    await ctx.db.execute(sql`
      update tax_reports
      set lease_until = ${expiredLease}, next_at = now() + ${backoffDelay({ max_s: 3600 })}
      where id = ${row.id}`);
  }
}

const warn = (ctx: Ctx, { invoice_id, reference }: Report, reason: string, level = "warn") =>
  ctx.log({ level, event: "tax", invoice_id, reference, reason });
