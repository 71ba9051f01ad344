import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { isUuid } from "../../../contract/fields.ts";
import type { ProviderMovement } from "../../../gateways/payment-provider.ts";
import type { Ctx } from "../../context.ts";
import { balanceEntries, outOfBandEntries } from "../../payments/index.ts";
import { maybeOne, many } from "../../sql.ts";
import { defaultDeadline, type TaskPage, withRetries } from "../../platform/index.ts";
import { type ExternalRecord, saveRecords } from "./records.ts";
import { nextStep, zeroSums, toTaskPage, type RunCursor, buildSpans } from "./steps.ts";

/** Parallel time spans; workerd allows six connections per request. */
const spansMax = 6;
const pageMs = 2000;

const runStart = () => z.object({ started_at: z.string(), bounds: z.nullable(z.array(z.nullable(z.int()))) });

/** The time spans are cut so that each has about the same number of charges. */
export async function startRun(ctx: Ctx, run: string): Promise<RunCursor> {
  const shares = Array.from({ length: spansMax - 1 }, (_, index) => (index + 1) / spansMax);
  const row = await maybeOne(
    ctx,
    runStart,
    sql`
    select
      to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started_at,
      (
        select to_json(percentile_disc(array[${sql.raw(shares.join(", "))}]::float8[]) within group (order by at))
        from (
          select extract(epoch from created_at)::int as at
          from payment_ledger tablesample system (10) repeatable (1)
          where kind = 'charge'
        ) charges
      ) as bounds`,
  );
  const instants = (row?.bounds ?? []).filter((instant) => instant !== null);
  const bounds = [...new Set(instants)].toSorted((one, other) => one - other);
  return {
    run,
    started_at: row?.started_at ?? "",
    bounds,
    step: "charges",
    spans: buildSpans(bounds),
    after: null,
    sums: zeroSums,
    bridge: {},
    has_accounting: false,
  };
}

const toRecord = ({ metadata, ...movement }: ProviderMovement): ExternalRecord => ({
  ...movement,
  invoice_id: isUuid(metadata["invoice_id"] ?? "") ? (metadata["invoice_id"] ?? null) : null,
});

/** Reads charges, refunds or disputes for two seconds, in every unfinished span. */
export async function fetchMovements(
  ctx: Ctx,
  cursor: RunCursor,
  movementType: "charges" | "refunds" | "disputes",
): Promise<TaskPage> {
  const [endsAt, until] = [Date.now() + pageMs, defaultDeadline()];
  let { spans } = cursor;
  let count = 0;
  while (spans.length > 0 && Date.now() < endsAt) {
    const pages = await Promise.all(
      spans.map((span) => withRetries(() => ctx.gateways.payments.listMovements(movementType, span), until)),
    );
    const records = pages.flatMap(({ movements }) => movements.map(toRecord));
    await saveRecords(ctx, cursor.run, "provider", records);
    count += records.length;
    spans = spans.flatMap((span, index) => {
      const after = pages[index]?.next ?? null;
      return after === null ? [] : [{ ...span, after }];
    });
  }
  return toTaskPage(spans.length > 0 ? { ...cursor, spans } : nextStep(cursor), count);
}

const creditedInvoice = () => z.object({ id: z.string(), stripe_invoice_id: z.string() });
const creditedMax = 5;

/**
 * Reads the payments from customer balances and outside the provider, which have no charge, of the invoices for which
 * our ledger has such a payment: invoice by invoice, because the provider cannot list them for the whole account.
 */
export async function fetchCredits(ctx: Ctx, cursor: RunCursor): Promise<TaskPage> {
  const rows = await many(
    ctx,
    creditedInvoice,
    sql`
    select i.id, i.stripe_invoice_id
    from invoices i
    where i.stripe_invoice_id is not null
      and i.id > coalesce(${cursor.after}::uuid, '00000000-0000-0000-0000-000000000000')
      and i.id in (
        select l.invoice_id
        from payment_ledger l
        where l.kind in ('balance', 'balance_owed', 'paid_out_of_band')
      )
    order by i.id
    limit ${creditedMax}`,
  );
  const until = defaultDeadline();
  for (const { id: invoice_id, stripe_invoice_id } of rows) {
    const invoice = await withRetries(() => ctx.gateways.payments.getInvoice(stripe_invoice_id), until);
    if (!invoice) continue;
    const { currency, customer } = invoice;
    const entries = [...balanceEntries(invoice), ...outOfBandEntries(invoice)];
    await saveRecords(
      ctx,
      cursor.run,
      "provider",
      entries.map(({ object_id, kind, amount_cents: amount }) => ({
        object_id,
        kind,
        amount,
        currency,
        customer,
        invoice_id,
      })),
    );
  }
  const last = rows.length === creditedMax ? rows.at(-1)?.id : undefined;
  return toTaskPage(last ? { ...cursor, after: last } : nextStep(cursor), rows.length);
}
