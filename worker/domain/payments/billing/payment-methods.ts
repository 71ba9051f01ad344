import { sql } from "drizzle-orm";
import type { z } from "zod/mini";
import type { paymentMethod } from "../../../contract/entities/payment-method.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import type { ProviderPaymentMethod } from "../../../gateways/payment-provider.ts";
import { audited } from "../../platform/index.ts";
import { type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { type Page, singlePage } from "../../listing.ts";
import { type Billing, readBilling, readOwnBilling } from "./customer.ts";

export type PaymentMethod = z.output<typeof paymentMethod>;

const brands = ["amex", "diners", "discover", "eftpos_au", "jcb", "mastercard", "unionpay", "visa"];
const fundings = ["credit", "debit", "prepaid"];
const oneOf = (value: string, allowed: string[]) => (allowed.includes(value) ? value : "unknown");

/** Values that the provider may add later become `unknown`. */
function toPaymentMethod({ card, ...method }: ProviderPaymentMethod): PaymentMethod {
  const normalizedCard = card && { ...card, brand: oneOf(card.brand, brands), funding: oneOf(card.funding, fundings) };
  return { ...method, ...(normalizedCard ? { card: normalizedCard } : {}) } as PaymentMethod; // Both lists match the contract.
}

export const listPaymentMethods = async (ctx: ReadCtx): Promise<Page<PaymentMethod>> =>
  fetchPaymentMethods(ctx, await readOwnBilling(ctx));

export async function fetchPaymentMethods(ctx: ReadCtx, billing: Billing): Promise<Page<PaymentMethod>> {
  const { stripe_customer_id: customer } = billing;
  return singlePage(customer ? (await ctx.gateways.payments.listPaymentMethods(customer)).map(toPaymentMethod) : []);
}

/** US cents, applied to the next purchase: negative is credit, positive is owed. */
export async function fetchBalance(ctx: ReadCtx, { stripe_customer_id: customer }: Billing): Promise<number> {
  return customer ? ((await ctx.gateways.payments.getCustomer(customer))?.balance ?? 0) : 0;
}

/** A card is valid until the end of its expiry month. */
export function isExpired(method: Pick<ProviderPaymentMethod, "card">, now = new Date()): boolean {
  if (!method.card) return false;
  return Date.UTC(method.card.exp_year, method.card.exp_month, 1) <= now.getTime();
}

export async function fetchChargeableMethod(ctx: Ctx, id: string, customer?: string): Promise<ProviderPaymentMethod> {
  const owner = customer ?? (await readBilling(ctx, requireUser(ctx).org_id)).stripe_customer_id;
  const method = owner ? await ctx.gateways.payments.findPaymentMethod(id) : undefined;
  if (!method || method.customer !== owner) throw notFound("PAYMENT_METHOD_NOT_FOUND");
  if (isExpired(method)) throw unprocessable("PAYMENT_METHOD_EXPIRED");
  return method;
}

export async function deletePaymentMethod(ctx: Ctx, id: string): Promise<void> {
  const { org_id } = requireUser(ctx);
  const { stripe_customer_id } = await readBilling(ctx, org_id);
  const method = stripe_customer_id ? await ctx.gateways.payments.findPaymentMethod(id) : undefined;
  if (!method || method.customer !== stripe_customer_id) throw notFound("PAYMENT_METHOD_NOT_FOUND");
  if (await ctx.gateways.payments.isMethodInUse(method.customer, id)) throw unprocessable("PAYMENT_METHOD_IN_USE");
  await ctx.gateways.payments.detachPaymentMethod(id);
  await ctx.db.execute(sql`
    with method as (select ${id}::text as id, ${org_id}::uuid as org_id),
    ${audited(ctx, "deletePaymentMethod", "payment_method", "method")}
    select 1 from method`);
}
