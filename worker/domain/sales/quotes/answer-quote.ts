import { type SQL, sql } from "drizzle-orm";
import type { InputOf } from "../../../contract/endpoint.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import type { AuditAction } from "../../../contract/people/audit-labels.ts";
import type * as adminContract from "../../../contract/v1/admin/quotes.ts";
import type * as contract from "../../../contract/v1/client/quotes.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { audited } from "../../platform/index.ts";
import { exists } from "../../sql.ts";
import { notifyCustomerParts, notifyShopParts } from "./quote-mails.ts";
import { isShownToCustomer, nextUpdatedAt, quoteStatus } from "./quote-rows.ts";
import { type AdminQuote, getAdminQuote, getQuote, type Quote } from "./read-quotes.ts";

type QuoteEnd = {
  action: AuditAction;
  status: "rejected" | "declined";
  reason: string | null;
  /** Condition on the quote `q`. */
  from: SQL;
  mails: SQL;
};

/** False if the quote does not meet `from`. */
async function endQuote(ctx: Ctx, id: string, { action, status, reason, from, mails }: QuoteEnd): Promise<boolean> {
  const isEnded = await exists(
    ctx,
    sql`
    with q as (
      update quotes as q set status = ${status}, reason = ${reason}, updated_at = ${nextUpdatedAt}
      where q.id = ${id} and ${from}
      returning q.*
    ),
    ${audited(ctx, action, "quote", "q", { data: sql`jsonb_strip_nulls(jsonb_build_object('reason', q.reason))` })},
    ${mails}
    select 1 from q`,
  );
  if (isEnded) ctx.wakeWorkers();
  return isEnded;
}

const isOfOrganization = (ctx: Ctx): SQL => sql`q.org_id = ${requireUser(ctx).org_id} and ${isShownToCustomer}`;

/** A repeated rejection changes nothing. @throws QUOTE_NOT_FOUND, QUOTE_NOT_OPEN */
export async function rejectQuote(
  ctx: Ctx,
  id: string,
  body: InputOf<typeof contract.rejectQuote>["body"],
): Promise<Quote> {
  const isEnded = await endQuote(ctx, id, {
    action: "rejectQuote",
    status: "rejected",
    reason: body?.reason || null,
    from: sql`${isOfOrganization(ctx)} and ${quoteStatus} = 'sent'`,
    mails: notifyShopParts(ctx, "rejected", sql`${requireUser(ctx).user_id}::uuid`, { text: sql`q.reason` }),
  });
  return requireEnded(await getQuote(ctx, id), isEnded, "rejected");
}

/** A repeated withdrawal changes nothing. @throws QUOTE_NOT_FOUND, and QUOTE_NOT_OPEN once it was answered */
export async function withdrawQuote(ctx: Ctx, id: string): Promise<Quote> {
  const isEnded = await endQuote(ctx, id, {
    action: "withdrawQuote",
    status: "rejected",
    reason: null,
    from: sql`${isOfOrganization(ctx)} and q.status = 'requested'`,
    mails: notifyShopParts(ctx, "withdrawn", sql`${requireUser(ctx).user_id}::uuid`),
  });
  return requireEnded(await getQuote(ctx, id), isEnded, "rejected");
}

/** A repeated decline changes nothing. @throws QUOTE_NOT_FOUND, QUOTE_NOT_OPEN */
export async function declineQuote(
  ctx: Ctx,
  id: string,
  body: InputOf<typeof adminContract.declineQuote>["body"],
): Promise<AdminQuote> {
  const isEnded = await endQuote(ctx, id, {
    action: "declineQuote",
    status: "declined",
    reason: body?.reason || null,
    from: sql`q.status in ('requested', 'sent')`,
    // A draft that the customer never saw ends without a mail.
    mails: notifyCustomerParts(ctx, "declined", {
      from: sql`(select * from q where ${isShownToCustomer}) q`,
      text: sql`q.reason`,
    }),
  });
  return requireEnded(await getAdminQuote(ctx, id), isEnded, "declined");
}

function requireEnded<Q extends { status: string }>(quote: Q, isEnded: boolean, status: string): Q {
  if (!isEnded && quote.status !== status) throw unprocessable("QUOTE_NOT_OPEN");
  return quote;
}

/** Interval within which a second message with the same author and text is a double click. */
const doubleClickInterval = "1 minute";

/**
 * Saves and mails a message. The lock on the quote makes the second statement of a double click find the first one's
 * message and change nothing.
 */
async function addMessage(ctx: Ctx, id: string, text: string, side: { from: SQL; isFromShop: boolean }): Promise<void> {
  const { user_id } = requireUser(ctx);
  const write = sql`
    with known as (select q.id from quotes q where q.id = ${id} and ${side.from}),
    q as (
      update quotes as q set updated_at = ${nextUpdatedAt}
      from known
      where q.id = known.id and not exists (
        select 1 from quote_messages m
        where m.quote_id = q.id and m.user_id = ${user_id} and m.text = ${text}
          and m.created_at > now() - ${doubleClickInterval}::interval
      )
      returning q.*
    ),
    message as (
      insert into quote_messages (quote_id, user_id, is_from_shop, text)
      select q.id, ${user_id}::uuid, ${side.isFromShop}, ${text} from q
    ),
    ${audited(ctx, "createQuoteMessage", "quote", "q")},
    ${
      side.isFromShop
        ? notifyCustomerParts(ctx, "message", {
            from: sql`(select * from q where ${isShownToCustomer}) q`,
            text: sql`${text}`,
          })
        : notifyShopParts(ctx, "message", sql`${user_id}::uuid`, { text: sql`${text}` })
    }
    select 1 from known`;
  const [, written] = await ctx.db.batch([sql`select 1 from quotes where id = ${id} for no key update`, write]);
  if (written?.rows.length !== 1) throw notFound("QUOTE_NOT_FOUND");
  ctx.wakeWorkers();
}

export async function createQuoteMessage(
  ctx: Ctx,
  id: string,
  { text }: InputOf<typeof contract.createQuoteMessage>["body"],
): Promise<Quote> {
  await addMessage(ctx, id, text, { from: isOfOrganization(ctx), isFromShop: false });
  return getQuote(ctx, id);
}

export async function createAdminQuoteMessage(
  ctx: Ctx,
  id: string,
  { text }: InputOf<typeof adminContract.createAdminQuoteMessage>["body"],
): Promise<AdminQuote> {
  await addMessage(ctx, id, text, { from: sql`true`, isFromShop: true });
  return getAdminQuote(ctx, id);
}
