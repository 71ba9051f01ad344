import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { QuoteDraft, QuoteLine } from "../../../../db/schema/money/quotes.ts";
import { chargeMax, chargeMin } from "../../../contract/buying/charge-limit.ts";
import { formatMoney } from "../../../contract/buying/money.ts";
import { priceQuote } from "../../../contract/buying/quote-prices.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import { quoteDaysMax } from "../../../contract/entities/quote.ts";
import { BadRequest, notFound, unprocessable } from "../../../contract/errors.ts";
import type * as contract from "../../../contract/v1/admin/quotes.ts";
import { isSold, priceAt } from "../../catalog/index.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { hasPermission } from "../../permissions.ts";
import { audited } from "../../platform/index.ts";
import { exists, idRow, iso, many, maybeOne, one, uuids } from "../../sql.ts";
import { proposedLastDay } from "./create-quote-request.ts";
import { notifyCustomerParts } from "./quote-mails.ts";
import { canBeSent, nextUpdatedAt } from "./quote-rows.ts";
import { type AdminQuote, getAdminQuote } from "./read-quotes.ts";

const dayMs = 86_400_000;

function isValidDay(day: string): boolean {
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const days = (Date.parse(`${day}T00:00:00Z`) - today) / dayMs;
  return days >= 1 && days <= quoteDaysMax;
}

const invalidField = (path: (string | number)[], message: string) =>
  new BadRequest([{ code: "custom", path, message }]);

function requireChargeable(total: number): void {
  if (total > chargeMax) throw invalidField(["lines"], `A quote comes to at most ${formatMoney(chargeMax)}.`);
}

type Draft = Omit<InputOf<typeof contract.updateQuote>["body"], "updated_at">;

function toDraft({ lines, discount_percent, discount, shipping, text, valid_until }: Draft): QuoteDraft {
  if ((discount_percent ?? null) !== null && (discount ?? null) !== null)
    throw invalidField(["discount"], "Set the discount in per cent or in cents, not both.");
  const draft = {
    lines,
    discount_percent: discount_percent ?? null,
    discount: discount ?? null,
    shipping: shipping ?? 0,
    text: text || null,
    valid_until,
  };
  const priced = priceQuote(draft);
  if (priced.discount > priced.subtotal) throw invalidField(["discount"], "The discount exceeds the products.");
  requireChargeable(priced.total);
  if (!isValidDay(valid_until)) throw invalidField(["valid_until"], `Choose a day 1 to ${quoteDaysMax} days ahead.`);
  return draft;
}

const quotableProduct = () => z.object({ id: z.string(), is_plan: z.boolean(), price: z.nullable(z.number()) });

/**
 * Prices of the products at the organization's price level, or base prices without an organization. @throws
 * PRODUCT_NOT_FOUND, QUOTE_NOT_FOR_PLANS
 */
export async function readPrices(
  ctx: Ctx,
  ids: string[],
  orgId = sql`null::uuid`,
): Promise<Map<string, number | null>> {
  if (ids.length === 0) return new Map();
  const rows = await many(
    ctx,
    quotableProduct,
    sql`
    select p.id, p.subscription_term is not null as is_plan, ${priceAt(sql`coalesce((
      select g.price_level_name from organizations g where g.id = ${orgId}
    ), 'Base Price')`)}::float as price
    from products p where p.id = any(${uuids(ids)}) and ${isSold}`,
  );
  if (rows.length < ids.length) throw notFound("PRODUCT_NOT_FOUND");
  if (rows.some(({ is_plan }) => is_plan)) throw unprocessable("QUOTE_NOT_FOR_PLANS");
  return new Map(rows.map(({ id, price }) => [id, price]));
}

type Content = { lines: readonly { product_id: string }[]; shipping: number };

/** @throws BadRequest for shipping that no order would charge, and the errors of `readPrices` */
async function requireQuotable(ctx: Ctx, { lines, shipping }: Content): Promise<void> {
  const ids = lines.map(({ product_id }) => product_id);
  await readPrices(ctx, ids);
  if (shipping === 0) return;
  const isShipped = await exists(
    ctx,
    sql`select 1 from products p where p.id = any(${uuids(ids)}) and p.type = 'hardware'`,
  );
  if (!isShipped) throw invalidField(["shipping"], "None of these products is shipped. Set shipping to 0.");
}

const customerRow = () => z.object({ org_id: z.string() });

/**
 * Starts a draft for a user who may buy; the customer sees it once it is sent. Calls with the same `key` start one
 * quote. @throws USR_NOT_FOUND, BadRequest for a total that cannot be charged, and the errors of `readPrices`
 */
export async function createQuote(
  ctx: Ctx,
  { user_id, lines: requestedLines, note }: InputOf<typeof contract.createQuote>["body"],
  key?: string,
): Promise<AdminQuote> {
  const { org_id } = await one(
    ctx,
    customerRow,
    sql`select u.org_id from users u where u.id = ${user_id} and u.is_active and ${hasPermission("u.roles", "buy")}`,
    () => notFound("USR_NOT_FOUND"),
  );
  const prices = await readPrices(
    ctx,
    requestedLines.map(({ product_id }) => product_id),
    sql`${org_id}::uuid`,
  );
  const lines = requestedLines.map(({ product_id, quantity, price }) => ({
    product_id,
    quantity,
    price: price ?? prices.get(product_id) ?? 0,
  }));
  const requestedItems = requestedLines.map(({ product_id, quantity }) => ({ product_id, quantity }));
  const terms = { lines, discount_percent: null, discount: null, shipping: 0, text: null };
  const { total } = priceQuote(terms);
  requireChargeable(total);
  const requestKey = key === undefined ? null : `started:${key}`;
  const startedQuote = await maybeOne(
    ctx,
    idRow,
    sql`
    with q as (
      insert into quotes (org_id, user_id, started_by, asked_for, note, requested, draft, total)
      values (
        ${org_id}, ${user_id}, ${requireUser(ctx).user_id}, ${requestKey}, ${note || null},
        ${JSON.stringify(requestedItems)}::jsonb,
        ${JSON.stringify(terms)}::jsonb || jsonb_build_object('valid_until', ${proposedLastDay}),
        ${total}
      )
      on conflict (asked_for) do nothing
      returning *
    ),
    ${audited(ctx, "createQuote", "quote", "q", { data: sql`jsonb_build_object('total', q.total)` })}
    select id from q`,
  );
  const { id } = startedQuote ?? (await findQuoteByKey(ctx, requestKey));
  return getAdminQuote(ctx, id);
}

const findQuoteByKey = (ctx: Ctx, requestKey: string | null) =>
  one(
    ctx,
    idRow,
    sql`select id from quotes where asked_for = ${requestKey}`,
    () => new Error("a quote was not returned"),
  );

const isCurrent = (updatedAt: string | undefined) =>
  updatedAt === undefined ? sql`true` : sql`${iso("q.updated_at")} = ${updatedAt}`;

async function findRefusal(ctx: Ctx, id: string): Promise<Error> {
  const row = await maybeOne(
    ctx,
    () => z.object({ can_be_sent: z.boolean() }),
    sql`select ${canBeSent} as can_be_sent from quotes q where q.id = ${id}`,
  );
  if (!row) return notFound("QUOTE_NOT_FOUND");
  return unprocessable(row.can_be_sent ? "OBJECT_OUTDATED" : "QUOTE_NOT_OPEN");
}

export async function updateQuote(
  ctx: Ctx,
  id: string,
  { updated_at, ...body }: InputOf<typeof contract.updateQuote>["body"],
): Promise<AdminQuote> {
  const draft = toDraft(body);
  await requireQuotable(ctx, draft);
  const isUpdated = await exists(
    ctx,
    sql`
    with q as (
      update quotes as q set draft = ${JSON.stringify(draft)}::jsonb, updated_at = ${nextUpdatedAt}
      where q.id = ${id} and ${canBeSent} and ${isCurrent(updated_at)}
      returning q.*
    ),
    ${audited(ctx, "updateQuote", "quote", "q", { data: { total: priceQuote(draft).total } })}
    select 1 from q`,
  );
  if (!isUpdated) throw await findRefusal(ctx, id);
  return getAdminQuote(ctx, id);
}

/**
 * Freezes the draft as the next version, and mails it. @throws QUOTE_NOT_FOUND, QUOTE_NOT_OPEN, OBJECT_OUTDATED,
 * QUOTE_VALIDITY_INVALID if its last day is no longer valid, BadRequest for a total that cannot be charged, and the
 * errors of `requireQuotable`
 */
export async function sendQuote(
  ctx: Ctx,
  id: string,
  body: InputOf<typeof contract.sendQuote>["body"],
): Promise<AdminQuote> {
  const { draft, version, updated_at } = await getAdminQuote(ctx, id);
  if (body?.updated_at !== undefined && body.updated_at !== updated_at) throw await findRefusal(ctx, id);
  if (!isValidDay(draft.valid_until)) throw unprocessable("QUOTE_VALIDITY_INVALID");
  await requireQuotable(ctx, draft);
  const { lines: pricedLines, pieces, subtotal, discount, shipping, total } = priceQuote(draft);
  requireChargeable(total);
  if (total > 0 && total < chargeMin)
    throw invalidField(["lines"], `A quote is free or comes to at least ${formatMoney(chargeMin)}.`);
  const lines: QuoteLine[] = pricedLines.map(({ line: { list_price: _, ...line }, ...amounts }) => ({
    ...line,
    ...amounts,
  }));
  const isSent = await exists(
    ctx,
    sql`
    with q as (
      update quotes as q
      set status = 'sent', version = ${version + 1}, total = ${total}, reason = null, cart_id = null,
        accepted_by = null, accepted_at = null, order_by = null, updated_at = ${nextUpdatedAt},
        expires_at = (${draft.valid_until}::date + 1)::timestamp at time zone 'UTC'
      where q.id = ${id} and ${canBeSent} and q.version = ${version} and ${isCurrent(updated_at)}
      returning q.*
    ),
    sent as (
      insert into quote_versions (
        quote_id, version, lines, pieces, subtotal, discount_percent, discount, shipping, total, text, valid_until,
        sent_by
      )
      select q.id, q.version, ${JSON.stringify(lines)}::jsonb, ${JSON.stringify(pieces)}::jsonb, ${subtotal},
        ${draft.discount_percent}, ${discount}, ${shipping}, ${total}, ${draft.text}, ${draft.valid_until}::date,
        ${requireUser(ctx).user_id}::uuid
      from q
    ),
    ${audited(ctx, "sendQuote", "quote", "q", {
      data: sql`jsonb_build_object('version', q.version, 'total', q.total)`,
    })},
    ${notifyCustomerParts(ctx, "sent", { text: sql`${draft.text}::text` })}
    select 1 from q`,
  );
  if (!isSent) throw await findRefusal(ctx, id);
  ctx.wakeWorkers();
  return getAdminQuote(ctx, id);
}
