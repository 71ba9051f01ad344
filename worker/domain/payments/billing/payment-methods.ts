import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { paymentMethodTypes } from "../../../../db/enums.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type { paymentMethod } from "../../../contract/entities/payment-method.ts";
import type * as contract from "../../../contract/v1/client/billing.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import type { ProviderPaymentMethod } from "../../../gateways/payment-provider.ts";
import { audited } from "../../platform/index.ts";
import { type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { currentOrgId } from "../../current-user.ts";
import { type Page, singlePage } from "../../listing.ts";
import { idRow, iso, many, one, type RowOf } from "../../sql.ts";
import { changeMethod, requireOwnPlan } from "../subscriptions/own-plan.ts";
import { isRenewed } from "../subscriptions/subscription-rows.ts";
import { type Billing, readBilling, readOwnBilling } from "./customer.ts";

export type PaymentMethod = z.output<typeof paymentMethod>;

const brands = ["amex", "diners", "discover", "eftpos_au", "jcb", "mastercard", "unionpay", "visa"];
const fundings = ["credit", "debit", "prepaid"];
const valueOrUnknown = (value: string, allowed: string[]) => (allowed.includes(value) ? value : "unknown");

const methodOutcome = () =>
  z.object({ id: z.string(), last_paid_at: z.nullable(z.string()), declined_at: z.nullable(z.string()) });
export type MethodOutcome = RowOf<typeof methodOutcome>;

/**
 * `declined_at` is null if a payment followed. A canceled checkout is no decline; a partly bought cart is one, because
 * one of its payments was declined.
 */
export const readMethodOutcomes = (ctx: ReadCtx): Promise<MethodOutcome[]> =>
  many(
    ctx,
    methodOutcome,
    sql`
    select
      id,
      ${iso("paid")} as last_paid_at,
      case when paid is null or paid < declined then ${iso("declined")} end as declined_at
    from (
      select
        a.payment_method_id as id,
        max(a.updated_at) filter (where a.status = 'succeeded') as paid,
        max(a.updated_at) filter (where a.status in ('failed', 'partly') and a.canceled_at is null) as declined
      from checkout_attempts a
      where a.org_id = ${currentOrgId(ctx)}
      group by a.payment_method_id
    ) outcome`,
  );

/** Brands and fundings that the contract does not list become `unknown`. */
function toPaymentMethod({ card, ...method }: ProviderPaymentMethod, outcomes: MethodOutcome[]): PaymentMethod {
  const normalizedCard = card && {
    ...card,
    brand: valueOrUnknown(card.brand, brands),
    funding: valueOrUnknown(card.funding, fundings),
  };
  const { last_paid_at = null, declined_at = null } = outcomes.find(({ id }) => id === method.id) ?? {};
  const outcome = { last_paid_at, declined_at };
  // as: `brands` and `fundings` match the contract
  return { ...method, ...outcome, ...(normalizedCard ? { card: normalizedCard } : {}) } as PaymentMethod;
}

export async function fetchOwnPaymentMethods(ctx: ReadCtx): Promise<Page<PaymentMethod>> {
  const [billing, outcomes] = await Promise.all([readOwnBilling(ctx), readMethodOutcomes(ctx)]);
  return singlePage(await fetchPaymentMethods(ctx, billing, outcomes));
}

/** Newest first, bank accounts that are not verified yet last. */
async function fetchPaymentMethods(
  ctx: ReadCtx,
  { stripe_customer_id: customer }: Billing,
  outcomes: MethodOutcome[],
): Promise<PaymentMethod[]> {
  const methods = customer ? await ctx.gateways.payments.listPaymentMethods(customer) : [];
  return methods.map((method) => toPaymentMethod(method, outcomes));
}

/** US cents, applied to the next invoice: negative is credit, positive is owed. */
async function fetchBalance(ctx: ReadCtx, { stripe_customer_id: customer }: Billing): Promise<number> {
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

type Removal = InputOf<typeof contract.deletePaymentMethod>["query"];

/**
 * Removes a payment method; the plans that renew with it get `replacement_id` first, if it is given. A repeated call
 * continues an interrupted removal. @throws PAYMENT_METHOD_NOT_FOUND, PAYMENT_METHOD_EXPIRED for the replacement, and
 * PAYMENT_METHOD_IN_USE if a plan still renews with it
 */
export async function deletePaymentMethod(ctx: Ctx, id: string, { replacement_id }: Removal = {}): Promise<void> {
  const { org_id } = requireUser(ctx);
  const { stripe_customer_id } = await readBilling(ctx, org_id);
  const method = stripe_customer_id ? await ctx.gateways.payments.findPaymentMethod(id) : undefined;
  if (!method || method.customer !== stripe_customer_id) throw notFound("PAYMENT_METHOD_NOT_FOUND");
  if (replacement_id !== undefined && replacement_id !== id)
    await movePlans(ctx, id, await fetchChargeableMethod(ctx, replacement_id, method.customer));
  if (await ctx.gateways.payments.isMethodInUse(method.customer, id)) throw unprocessable("PAYMENT_METHOD_IN_USE");
  await ctx.gateways.payments.detachPaymentMethod(id);
  await ctx.db.execute(sql`
    with method as (select ${id}::text as id, ${org_id}::uuid as org_id),
    ${audited(ctx, "deletePaymentMethod", "payment_method", "method")}
    select 1 from method`);
}

async function movePlans(ctx: Ctx, from: string, to: ProviderPaymentMethod): Promise<void> {
  const plans = await many(
    ctx,
    idRow,
    sql`
    select s.id
    from subscriptions s
    where s.org_id = ${requireUser(ctx).org_id} and s.payment_method ->> 'id' = ${from} and ${isRenewed}
    order by s.id`,
  );
  for (const { id } of plans) await changeMethod(ctx, await requireOwnPlan(ctx, id), to);
}

const methodUse = () =>
  z.object({
    plans: z.array(z.object({ id: z.string(), name: z.string(), payment_method_id: z.string() })),
    /** For each card or bank account, the last payment attempt whose outcome is known; newest first. */
    tries: z.array(
      z.object({
        type: z.enum(paymentMethodTypes),
        name: z.nullable(z.string()),
        last4: z.string(),
        is_declined: z.boolean(),
        at: z.string(),
      }),
    ),
  });
export type MethodUse = RowOf<typeof methodUse>;

export const readMethodUse = (ctx: ReadCtx): Promise<MethodUse> =>
  one(
    ctx,
    methodUse,
    sql`
    select
      coalesce((
        select json_agg(
          json_build_object('id', s.id, 'name', p.name, 'payment_method_id', s.payment_method ->> 'id')
          order by p.name, s.id
        )
        from subscriptions s join products p on p.id = s.product_id
        where s.org_id = ${currentOrgId(ctx)} and s.payment_method is not null and ${isRenewed}
      ), '[]') as plans,
      coalesce((
        select json_agg(
          json_build_object(
            'type', last.method ->> 'type', 'name', last.method ->> 'name', 'last4', last.method ->> 'last4',
            'is_declined', last.status = 'failed', 'at', last.at
          )
          order by last.at desc
        )
        from (
          select distinct on (t.method) t.method, t.status, t.at
          from invoices i, jsonb_to_recordset(i.tries) as t(method jsonb, status text, at text)
          where i.org_id = ${currentOrgId(ctx)} and t.status <> 'pending' and jsonb_typeof(t.method) = 'object'
          order by t.method, t.at desc
        ) last
      ), '[]') as tries`,
    () => new Error("an aggregate returned no row"),
  );

export async function fetchMethodsIfUp(ctx: ReadCtx): Promise<PaymentMethod[] | undefined> {
  const [billing, outcomes] = await Promise.all([readOwnBilling(ctx), readMethodOutcomes(ctx)]);
  return resultIfUp(ctx, fetchPaymentMethods(ctx, billing, outcomes));
}

export type Wallet = { methods: PaymentMethod[]; balance: number };

export const fetchWalletIfUp = (
  ctx: ReadCtx,
  billing: Billing,
  outcomes: MethodOutcome[],
): Promise<Wallet | undefined> =>
  resultIfUp(
    ctx,
    Promise.all([fetchPaymentMethods(ctx, billing, outcomes), fetchBalance(ctx, billing)]).then(
      ([methods, balance]) => ({ methods, balance }),
    ),
  );

async function resultIfUp<T>(ctx: ReadCtx, request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log({ level: "warn", event: "payment-methods", reason: error.message });
    return undefined;
  }
}
