// Preview, claim, execution, retry and withdrawal of a switch are in one file, because they share one row.
import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { violatedConstraint } from "../../../../db/errors.ts";
import { planSwitchStatuses, subscriptionTerms, taxExemptions } from "../../../../db/enums.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import { shownAddress } from "../../../contract/entities/address.ts";
import { planSwitch } from "../../../contract/entities/subscription.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import { isUuid } from "../../../contract/fields.ts";
import type * as contract from "../../../contract/v1/client/subscriptions.ts";
import { basePriceLevel, currentPriceLevel, isSold, priceAt, requirePrice } from "../../catalog/index.ts";
import { type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { currentOrgId } from "../../current-user.ts";
import { selectOrganizationForUpdate } from "../../organizations/index.ts";
import { audited, claimDue, type JobCounts, longLease } from "../../platform/index.ts";
import { idRow, iso, many, maybeOne, maybeOneOf, one, type RowOf } from "../../sql.ts";
import { nextSequence } from "../invoices/record-payment.ts";
import { calculateTax } from "../taxes/calculate-tax.ts";
import { applyInvoice } from "../webhooks/apply-event.ts";
import { getSubscription } from "./list-subscriptions.ts";
import type { SwitchTarget } from "../../../gateways/payment-provider.ts";
import { lockPlan, type PaidPlan, requireOwnPlan } from "./own-plan.ts";
import { isTaken, recordSubscription } from "./record-subscription.ts";
import type { Subscription } from "./subscription-rows.ts";

export type PlanSwitch = z.output<typeof planSwitch>;

const isOtherTerm = sql`(
  s.interval = 'month' and p.subscription_term = 'year' or s.interval = 'year' and p.subscription_term = 'month'
)`;
const hasScheduled = sql`exists (
  select 1 from plan_switches pending
  where pending.subscription_id = s.id
    and (pending.status = 'scheduled' or pending.status = 'claimed' and pending.confirm_url is not null)
)`;
/** Whether an immediate end of subscription `s` with a refund is claimed (ADR-078). */
const isBeingEnded = sql`exists (
  select 1 from refunds r join invoices i on i.id = r.invoice_id
  where i.reference_type = 'subscription' and i.reference_id = s.id
    and r.action = 'cancelSubscriptionNow' and r.status = 'asked'
)`;
const validityInterval = "interval '15 minutes'";

const offerRow = () => z.object({ product_id: z.string(), name: z.string(), term: z.enum(subscriptionTerms) });
export type SwitchOffer = RowOf<typeof offerRow>;

export const listSwitchOffers = (ctx: ReadCtx, id: string): Promise<SwitchOffer[]> =>
  many(
    ctx,
    offerRow,
    sql`
    select p.id as product_id, p.name, p.subscription_term as term
    from subscriptions s
      join products own on own.id = s.product_id
      join products p on p.family = own.family and p.id <> own.id
    where s.id = ${isUuid(id) ? id : null}::uuid and s.org_id = ${currentOrgId(ctx)}
      and s.status = 'active' and s.stripe_id is not null and s.cancel_at is null and s.interval_count = 1
      and ${isOtherTerm} and not ${hasScheduled} and ${isSold} and ${priceAt(currentPriceLevel(ctx))} is not null
    order by p.position, p.id`,
  );

const columns = sql`
  w.id, json_build_object('id', p.id, 'name', p.name) as product, w.interval,
  (w.amount + w.tax)::float as price, w.credit::float as credit, w.due::float as due,
  ${iso("w.begins_at")} as begins_at,
  ${iso(`(w.created_at + ${validityInterval})`)} as expires_at, w.status, w.confirm_url, w.refusal`;

export const getPlanSwitch = (ctx: ReadCtx, id: string, switchId: string): Promise<PlanSwitch> =>
  one(
    ctx,
    () => planSwitch,
    sql`
    select ${columns}
    from plan_switches w join products p on p.id = w.product_id
    where w.id = ${isUuid(switchId) ? switchId : null}::uuid and w.subscription_id = ${isUuid(id) ? id : null}::uuid
      and w.org_id = ${currentOrgId(ctx)}`,
    () => notFound("SUBSCRIPTION_NOT_FOUND"),
  );

const targetRow = () =>
  z.object({
    name: z.string(),
    term: z.enum(subscriptionTerms),
    price: z.nullable(z.number()),
    price_level_name: z.string(),
    tax_code: z.nullable(z.string()),
    exemption: z.enum(taxExemptions),
    tax_address: z.nullable(shownAddress),
    is_taken: z.boolean(),
    has_scheduled: z.boolean(),
  });

/**
 * The amount that a switch would charge, valid for 15 minutes; the provider calculates the charge of an immediate
 * switch. @throws the errors of `requireOwnPlan`, ILLEGAL_SUBSCRIPTION_UPDATE also if the plan ends or has a switch
 * already, PRODUCT_NOT_FOUND unless the product is the other term of the same plan and still sold,
 * DUPLICATE_ORG_SUBSCRIPTION, and STRIPE_SUBSCRIPTION_MODIFICATION_ERROR
 */
export async function previewSubscriptionSwitch(
  ctx: Ctx,
  id: string,
  { product_id }: InputOf<typeof contract.previewSubscriptionSwitch>["body"],
): Promise<PlanSwitch> {
  const plan = await requireOwnPlan(ctx, id);
  if (plan.status !== "active" || plan.cancel_at !== null) throw unprocessable("ILLEGAL_SUBSCRIPTION_UPDATE");
  const newPlan = await readTarget(ctx, id, product_id);
  if (newPlan.has_scheduled) throw unprocessable("ILLEGAL_SUBSCRIPTION_UPDATE");
  if (newPlan.is_taken) throw unprocessable("DUPLICATE_ORG_SUBSCRIPTION");
  const amount = requirePrice(newPlan);
  const tax = await fetchTax(ctx, product_id, amount, newPlan);
  const newTerm = { product: { id: product_id, name: newPlan.name }, amount: amount + tax, interval: newPlan.term };
  const { credit, due, prorated_at, begins_at } =
    newPlan.term === "month" ? amountsAtPeriodEnd(plan) : await fetchPreview(ctx, plan, newTerm);
  return one(
    ctx,
    () => planSwitch,
    sql`
    with w as (
      insert into plan_switches (
        subscription_id, org_id, product_id, interval, amount, tax, credit, due, prorated_at, begins_at, actor_id
      )
      values (
        ${plan.id}, ${plan.org_id}, ${product_id}, ${newPlan.term}, ${amount}, ${tax}, ${credit}, ${due},
        ${prorated_at}::timestamptz, ${begins_at}::timestamptz, ${requireUser(ctx).user_id}
      )
      returning *
    )
    select ${columns} from w join products p on p.id = w.product_id`,
    () => new Error("an insert returned no row"),
  );
}

type SwitchAmounts = { credit: number; due: number; prorated_at: string; begins_at: string | null };

function amountsAtPeriodEnd({ current_period_end: end }: PaidPlan): SwitchAmounts {
  if (end === null || Date.parse(end) <= Date.now()) throw unprocessable("ILLEGAL_SUBSCRIPTION_UPDATE");
  return { credit: 0, due: 0, prorated_at: end, begins_at: end };
}

async function fetchPreview(ctx: Ctx, { stripe_id }: PaidPlan, to: SwitchTarget): Promise<SwitchAmounts> {
  const preview = await ctx.gateways.payments.previewSwitch(stripe_id, to);
  if (!preview || preview.total <= 0) throw unprocessable("STRIPE_SUBSCRIPTION_MODIFICATION_ERROR");
  return { ...preview, begins_at: null };
}

const readTarget = (ctx: Ctx, id: string, productId: string) =>
  one(
    ctx,
    targetRow,
    sql`
    select p.name, p.subscription_term as term, ${priceAt(currentPriceLevel(ctx))}::float as price, p.tax_code,
      coalesce(o.price_level_name, ${basePriceLevel}) as price_level_name, o.tax_exempt as exemption,
      (
        select i.tax_address
        from invoices i
        where i.reference_type = 'subscription' and i.reference_id = s.id
        order by i.created_at desc, i.id desc
        limit 1
      ) as tax_address,
      ${isTaken(sql`p.id`)} as is_taken,
      ${hasScheduled} as has_scheduled
    from subscriptions s
      join organizations o on o.id = s.org_id
      join products own on own.id = s.product_id
      join products p on p.id = ${productId} and p.family = own.family and p.id <> own.id
    where s.id = ${id} and ${isOtherTerm} and ${isSold}`,
    () => notFound("PRODUCT_NOT_FOUND"),
  );

/** A plan bought without a tax calculation gets no tax. */
async function fetchTax(
  ctx: Ctx,
  productId: string,
  amount: number,
  { tax_address: address, tax_code, exemption }: RowOf<typeof targetRow>,
): Promise<number> {
  if (!address) return 0;
  const lines = [{ amount, reference: productId, quantity: 1, tax_code }];
  return (await calculateTax(ctx, { address, lines, shipping: 0, exemption })).tax;
}

const claimRow = () =>
  z.object({
    id: z.string(),
    subscription_id: z.string(),
    stripe_id: z.string(),
    product_id: z.string(),
    name: z.string(),
    interval: z.enum(subscriptionTerms),
    price: z.number(),
    prorated_at: z.string(),
    begins_at: z.nullable(z.string()),
    status: z.enum(planSwitchStatuses),
    is_claimed_now: z.boolean(),
    is_key_old: z.boolean(),
    has_asked: z.boolean(),
  });
type Claim = RowOf<typeof claimRow>;

const claimColumns = (isClaimedNow: SQL) => sql`
  w.id, w.subscription_id, s.stripe_id, w.product_id, p.name, w.interval, (w.amount + w.tax)::float as price,
  ${iso("w.prorated_at")} as prorated_at, ${iso("w.begins_at")} as begins_at, w.status,
  ${isClaimedNow} as is_claimed_now,
  w.created_at < now() - interval '23 hours' as is_key_old, w.confirm_url is not null as has_asked`;

/**
 * Begins the new term as it was previewed, at once or at the end of the period. Two requests with one preview charge
 * once, because the second finds the switch claimed (ADR-073, ADR-076). @throws the errors of `requireOwnPlan`,
 * SUBSCRIPTION_SWITCH_OUTDATED also if another subscription has the product by now, and PAYMENT_FAILED, which leaves
 * the plan as it was
 */
export async function switchSubscription(
  ctx: Ctx,
  id: string,
  { switch_id }: InputOf<typeof contract.switchSubscription>["body"],
): Promise<Subscription> {
  const plan = await requireOwnPlan(ctx, id);
  const found = await claimSwitch(ctx, plan, switch_id);
  if (!found || found.status === "previewed") throw unprocessable("SUBSCRIPTION_SWITCH_OUTDATED");
  const isRefused = found.status === "refused" || (found.is_claimed_now && !(await executeSwitch(ctx, found)));
  if (isRefused) throw unprocessable("PAYMENT_FAILED");
  return getSubscription(ctx, id);
}

async function claimSwitch(ctx: Ctx, { id, org_id }: PaidPlan, switchId: string): Promise<Claim | undefined> {
  try {
    const [, , answer] = await ctx.db.batch([
      selectOrganizationForUpdate(org_id),
      lockPlan(id),
      sql`
      with claimed as (
        update plan_switches w
        set status = 'claimed', next_at = ${longLease}, updated_at = now()
        from subscriptions s
        where w.id = ${switchId} and s.id = w.subscription_id and s.id = ${id}
          and w.status = 'previewed' and w.created_at > now() - ${sql.raw(validityInterval)}
          and s.product_id <> w.product_id and s.status = 'active' and s.cancel_at is null
          and (w.begins_at is null or w.begins_at = s.current_period_end) and not ${hasScheduled}
          and not ${isBeingEnded} and not ${isTaken(sql`w.product_id`)}
        returning w.*
      )
      select ${claimColumns(sql`exists (select 1 from claimed)`)}
      from (
        select * from claimed
        union all
        select * from plan_switches where id = ${switchId} and not exists (select 1 from claimed)
      ) w
        join subscriptions s on s.id = w.subscription_id and s.id = ${id}
        join products p on p.id = w.product_id`,
    ]);
    return maybeOneOf(ctx, claimRow, answer);
  } catch (error) {
    // another preview of the plan is being executed
    if (violatedConstraint(error) === "plan_switches_claimed_unique") return undefined;
    throw error;
  }
}

/** False if the payment was declined. An unknown outcome leaves the claim to the retry job. */
async function executeSwitch(ctx: Ctx, { id, subscription_id, stripe_id, ...to }: Claim): Promise<boolean> {
  const seq = await nextSequence(ctx);
  const { payments } = ctx.gateways;
  const request = {
    key: `switch_${id}`,
    product: { id: to.product_id, name: to.name },
    amount: to.price,
    interval: to.interval,
    metadata: { switch_id: id },
  };
  const outcome =
    to.begins_at === null
      ? await payments.switchSubscription(stripe_id, { ...request, prorated_at: to.prorated_at })
      : await payments.scheduleSwitch(stripe_id, request);
  if (outcome.outcome === "declined") {
    await refuseSwitch(ctx, id, outcome.message);
    return false;
  }
  if (outcome.outcome === "unknown") return true;
  if (outcome.outcome === "action")
    await ctx.db.execute(sql`
      update plan_switches set confirm_url = ${outcome.url}, updated_at = now()
      where id = ${id} and status = 'claimed'`);
  await recordSubscription(ctx, subscription_id, seq, outcome.value);
  if (outcome.value.latest_invoice) await applyInvoice(ctx, seq, outcome.value.latest_invoice);
  ctx.wakeWorkers();
  return true;
}

/**
 * Withdraws a switch that is scheduled or waits for confirmation at the bank; without such a switch nothing changes.
 * @throws STRIPE_SUBSCRIPTION_MODIFICATION_ERROR, and ILLEGAL_SUBSCRIPTION_UPDATE if the switch has just taken effect
 */
export async function withdrawSubscriptionSwitch(ctx: Ctx, id: string): Promise<Subscription> {
  const plan = await requireOwnPlan(ctx, id);
  const pendingSwitch = await maybeOne(
    ctx,
    idRow,
    sql`
    select id from plan_switches
    where subscription_id = ${plan.id} and (status = 'scheduled' or status = 'claimed' and confirm_url is not null)`,
  );
  if (pendingSwitch) {
    const seq = await nextSequence(ctx);
    const provider = await ctx.gateways.payments.withdrawSwitch(plan.stripe_id, pendingSwitch.id);
    if (!provider) throw unprocessable("STRIPE_SUBSCRIPTION_MODIFICATION_ERROR");
    const isStillScheduled =
      provider.scheduled_switch_id === pendingSwitch.id || provider.metadata["switch_id"] === pendingSwitch.id;
    if (isStillScheduled) throw unprocessable("ILLEGAL_SUBSCRIPTION_UPDATE");
    // a webhook may have recorded the withdrawal already, so the audit entry does not depend on a changed row
    await recordSubscription(ctx, plan.id, seq, provider, [
      sql`plan as (select id, org_id from subscriptions where id = ${plan.id})`,
      audited(ctx, "withdrawSubscriptionSwitch", "subscription", "plan"),
    ]);
    if (provider.latest_invoice) await applyInvoice(ctx, seq, provider.latest_invoice);
  }
  return getSubscription(ctx, id);
}

const refuseSwitch = (ctx: Ctx, id: string, refusal: string) =>
  ctx.db.execute(sql`
    update plan_switches set status = 'refused', refusal = ${refusal}, updated_at = now()
    where id = ${id} and status = 'claimed'`);

/** Continues claimed switches that were abandoned by a killed worker or a silent provider. */
export async function retryPlanSwitches(ctx: Ctx): Promise<JobCounts> {
  const rows = await many(
    ctx,
    claimRow,
    sql`
    with w as (${claimDue({
      table: "plan_switches",
      isOpen: sql`status = 'claimed'`,
      due: ["next_at"],
      lease: longLease,
      limit: 20,
      returning: sql`*`,
    })})
    select ${claimColumns(sql`true`)}
    from w
      join subscriptions s on s.id = w.subscription_id
      join products p on p.id = w.product_id`,
  );
  let processed = 0;
  for (const row of rows) {
    try {
      await continueSwitch(ctx, row);
      processed += 1;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      ctx.log({ level: "warn", event: "plan_switch", switch_id: row.id, reason });
    }
  }
  return { found: rows.length, processed };
}

/**
 * The provider call is repeated only if its confirmation page was not stored, or if its effect is missing and its key
 * is still valid: the provider forgets keys after a day, so a late call could charge twice. A plan that was canceled
 * after the claim is no longer switched, because its customer expects no further charge.
 */
async function continueSwitch(ctx: Ctx, row: Claim): Promise<void> {
  const seq = await nextSequence(ctx);
  const provider = await ctx.gateways.payments.getSubscription(row.stripe_id);
  const switchIds = [provider?.metadata["switch_id"], provider?.scheduled_switch_id, provider?.pending_switch_id];
  // the abandoned call stored no confirmation page for the buyer
  if (provider?.pending_switch_id === row.id && !row.has_asked) await executeSwitch(ctx, row);
  else if (provider && (switchIds.includes(row.id) || row.has_asked)) {
    await recordSubscription(ctx, row.subscription_id, seq, provider);
    if (provider.latest_invoice) await applyInvoice(ctx, seq, provider.latest_invoice);
  } else if (provider && provider.cancel_at !== null)
    await refuseSwitch(ctx, row.id, "The plan was canceled before the switch reached the payment provider.");
  else if (row.begins_at !== null && provider?.current_period_end !== row.begins_at)
    await refuseSwitch(ctx, row.id, "The term ended before the switch reached the payment provider.");
  else if (row.is_key_old) await refuseSwitch(ctx, row.id, "The payment did not reach the payment provider.");
  else await executeSwitch(ctx, row);
}
