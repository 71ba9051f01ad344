import { sql } from "drizzle-orm";
import { notFound } from "../../contract/errors.ts";
import type { Ctx } from "../context.ts";

type Billing = { id: string; name: string; billing_email: string | null; stripe_customer_id: string | null };

/**
 * The organization's customer at the payment provider, made on first need. The key of the creation is the organization,
 * so that two requests at once still make one. Throws ORG_EMAIL_NOT_FOUND, ORG_NOT_FOUND.
 */
export async function requireCustomer(ctx: Ctx, orgId: string, known?: Billing): Promise<string> {
  const organization = known ?? (await readBilling(ctx, orgId));
  if (organization.stripe_customer_id) return organization.stripe_customer_id;
  if (!organization.billing_email) throw notFound("ORG_EMAIL_NOT_FOUND");
  const id = await ctx.gateways.payments.createCustomer({
    org_id: orgId,
    name: organization.name,
    email: organization.billing_email,
  });
  // Whoever came first decides, should the name have changed between two requests.
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    update organizations set stripe_customer_id = coalesce(stripe_customer_id, ${id}) where id = ${orgId} returning stripe_customer_id as id`);
  return rows[0]?.id ?? id;
}

export async function readBilling(ctx: Ctx, orgId: string): Promise<Billing> {
  const { rows } = await ctx.db.execute<Billing>(
    sql`select id, name, billing_email, stripe_customer_id from organizations where id = ${orgId}`,
  );
  if (!rows[0]) throw notFound("ORG_NOT_FOUND");
  return rows[0];
}
