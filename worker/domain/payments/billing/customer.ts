import { sql, type SQL } from "drizzle-orm";
import * as z from "zod/mini";
import { taxExemptions } from "../../../../db/enums.ts";
import { notFound } from "../../../contract/errors.ts";
import { isUuid } from "../../../contract/fields.ts";
import { rules } from "../../../contract/rules.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import { currentOrgId } from "../../current-user.ts";
import type { Ctx, ReadCtx } from "../../context.ts";
import { maybeOne, exists, idRow, one, type RowOf, many } from "../../sql.ts";

const billingRow = () =>
  z.object({
    id: z.string(),
    name: z.string(),
    billing_email: z.nullable(z.string()),
    stripe_customer_id: z.nullable(z.string()),
  });
export type Billing = RowOf<typeof billingRow>;

/**
 * Concurrent requests create one customer, because the idempotency key of the provider call is made of the
 * organization's id, name and email. A customer whose name or email is outdated by then is not linked, because the
 * change, which found no customer to update, would be lost.
 */
export async function findOrCreateCustomer(ctx: Ctx, orgId: string, preloaded?: Billing): Promise<string> {
  const { name, billing_email: email, stripe_customer_id } = preloaded ?? (await readBilling(ctx, orgId));
  if (!email) throw notFound("ORG_EMAIL_NOT_FOUND");
  if (stripe_customer_id) return stripe_customer_id;
  const id = await ctx.gateways.payments.createCustomer({ org_id: orgId, name, email });
  const row = await maybeOne(
    ctx,
    idRow,
    sql`
    update organizations
    set stripe_customer_id = coalesce(stripe_customer_id, ${id})
    where id = ${orgId} and (stripe_customer_id is not null or (name = ${name} and billing_email = ${email}))
    returning stripe_customer_id as id`,
  );
  return row?.id ?? findOrCreateCustomer(ctx, orgId);
}

const followedRow = () =>
  z.object({
    id: z.string(),
    billing_email: z.nullable(z.string()),
    tax_exempt: z.enum(taxExemptions),
    updated_at: z.string(),
    is_queued: z.boolean(),
  });

const isEmail = (text: string): boolean => rules.email.every((rule) => rule.test(text));

/**
 * Copies changes made at the provider: the billing email and the tax exemption. The name belongs to the accounting
 * system, and payment methods are always read from the provider. While a change of ours is queued for the provider, its
 * email is older than ours. A removed email stays removed: the provider retains the former one, because it sends no
 * invoice to a customer without an email.
 */
export async function followCustomer(ctx: Ctx, customerId: string): Promise<"applied" | "unknown" | "foreign"> {
  const rows = await many(
    ctx,
    followedRow,
    sql`
    select id, billing_email, tax_exempt, updated_at::text,
      exists (select 1 from customer_updates u where u.org_id = organizations.id) as is_queued
    from organizations where stripe_customer_id = ${customerId}`,
  );
  const [before] = rows;
  const customer = await ctx.gateways.payments.getCustomer(customerId);
  if (!customer) return "foreign";
  if (!before) return (await isBeingRecorded(ctx, customer.metadata["org_id"] ?? "")) ? "unknown" : "foreign";
  const providerEmail = customer.email?.trim().toLowerCase() ?? "";
  const mustCopy = before.billing_email !== null && !before.is_queued && isEmail(providerEmail);
  const email = mustCopy ? providerEmail : before.billing_email;
  const { tax_exempt } = customer;
  if (email === before.billing_email && tax_exempt === before.tax_exempt) return "applied";
  // An empty result means that a webhook or a change of ours came in between, so this webhook is retried.
  const updateResult = await ctx.db.execute(sql`
    with o as (
      update organizations set billing_email = ${email}, tax_exempt = ${tax_exempt},
        updated_at = greatest(now(), updated_at + interval '1 millisecond')
      where id = ${before.id} and updated_at = ${before.updated_at}::timestamptz
      returning id, ${beforeAndAfter}
    ), ${audited(ctx, "followCustomer", "organization", "o", { org_id: sql`o.id`, changes: diffRows() })}
    select 1 from o`);
  return updateResult.rows[0] ? "applied" : "unknown";
}

async function isBeingRecorded(ctx: Ctx, orgId: string): Promise<boolean> {
  if (!isUuid(orgId)) return false;
  return exists(ctx, sql`select 1 from organizations where id = ${orgId} and stripe_customer_id is null`);
}

export const readBilling = (ctx: Ctx, orgId: string): Promise<Billing> => readBillingByOrgId(ctx, sql`${orgId}`);

export const readOwnBilling = (ctx: ReadCtx): Promise<Billing> => readBillingByOrgId(ctx, currentOrgId(ctx));

function readBillingByOrgId(ctx: ReadCtx, orgId: SQL): Promise<Billing> {
  return one(
    ctx,
    billingRow,
    sql`select id, name, billing_email, stripe_customer_id from organizations where id = ${orgId}`,
    () => notFound("ORG_NOT_FOUND"),
  );
}
