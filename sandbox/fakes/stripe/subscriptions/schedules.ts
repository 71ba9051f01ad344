import type Stripe from "stripe";
import { z } from "zod";
import { nextPeriodEnd } from "../clock/periods.ts";
import { requireOwnMethod } from "../customers/payment-methods.ts";
import { createPrice, getProduct, recurringPriceShape } from "../products/products.ts";
import { type World, idOf } from "../state.ts";
import { type Endpoint, defineEndpoint } from "../wire/endpoint.ts";
import { createInvalidRequest, createMissing } from "../wire/failure.ts";
import { randomId } from "../wire/ids.ts";
import { expand, integer, list, mergeMetadata, metadata, params, text } from "../wire/params.ts";
import { prorationBehaviors } from "./proration.ts";
import { findLiveSchedule, buildPhase } from "./schedule-life.ts";
import { getItem } from "./subscription-shape.ts";

const createShape = params<Stripe.SubscriptionScheduleCreateParams>()({ from_subscription: text, expand });
const quantityShape = integer.refine((value) => value >= 1, "quantity").optional();
const phaseItemShape = z.union([
  z.strictObject({ price: text, quantity: quantityShape }),
  z.strictObject({ price_data: recurringPriceShape, quantity: quantityShape }),
]);
const phaseShape = params<Stripe.SubscriptionScheduleUpdateParams.Phase>()({
  items: list(phaseItemShape).refine((items) => items.length === 1, "exactly one item is supported here"),
  start_date: integer.optional(),
  end_date: integer.optional(),
  duration: z
    .strictObject({ interval: z.enum(["day", "week", "month", "year"]), interval_count: integer.optional() })
    .optional(),
  proration_behavior: z.enum(prorationBehaviors).optional(),
  metadata: metadata.optional(),
});
const updateShape = params<Stripe.SubscriptionScheduleUpdateParams>()({
  phases: list(phaseShape).optional(),
  end_behavior: z.literal("release").optional(),
  proration_behavior: z.enum(prorationBehaviors).optional(),
  default_settings: params<Stripe.SubscriptionScheduleUpdateParams.DefaultSettings>()({
    default_payment_method: text.optional(),
  }).optional(),
  metadata: metadata.optional(),
  expand,
});

/** Schedules of existing subscriptions; https://docs.stripe.com/billing/subscriptions/subscription-schedules. */
export function scheduleEndpoints(): Endpoint[] {
  return [
    defineEndpoint("POST", "/v1/subscription_schedules", createShape, ({ world, input }) =>
      create(world, input.from_subscription),
    ),
    defineEndpoint("GET", "/v1/subscription_schedules/:id", z.strictObject({ expand }), ({ world, id }) =>
      getSchedule(world, id),
    ),
    defineEndpoint("POST", "/v1/subscription_schedules/:id", updateShape, ({ world, input, id }) =>
      update(world, getLiveSchedule(world, id, "update"), input),
    ),
    defineEndpoint("POST", "/v1/subscription_schedules/:id/release", z.strictObject({ expand }), ({ world, id }) =>
      release(world, getLiveSchedule(world, id, "release")),
    ),
  ];
}

function getSchedule(world: World, id: string): Stripe.SubscriptionSchedule {
  const schedule = world.schedules.find(id);
  if (!schedule) throw createMissing("subscription_schedule", id);
  return schedule;
}

function getLiveSchedule(world: World, id: string, action: string): Stripe.SubscriptionSchedule {
  const schedule = getSchedule(world, id);
  if (schedule.status === "active") return schedule;
  const requirement = "It must be in the `not_started` or `active` status.";
  throw createInvalidRequest(
    `You cannot ${action} a subscription schedule that is currently in the \`${schedule.status}\` status. ${requirement}`,
  );
}

/** Creates a schedule; its current phase is the subscription as it is, until its period's end. */
function create(world: World, id: string): Stripe.SubscriptionSchedule {
  const subscription = world.subscriptions.find(id);
  if (!subscription) throw createMissing("subscription", id, "from_subscription");
  const attachedSchedule = findLiveSchedule(world, subscription);
  if (attachedSchedule)
    throw createInvalidRequest(
      `You cannot migrate a subscription that is already attached to a schedule: \`${attachedSchedule.id}\`.`,
      { param: "from_subscription" },
    );
  if (subscription.status !== "active" && subscription.status !== "past_due")
    throw createInvalidRequest(`You cannot migrate a subscription in the \`${subscription.status}\` status.`, {
      param: "from_subscription",
    });
  if (subscription.cancel_at !== null)
    throw createInvalidRequest("The sandbox schedules only subscriptions without an end.", {
      param: "from_subscription",
    });
  const { current_period_start: start_date, current_period_end: end_date, price, quantity = 1 } = getItem(subscription);
  const schedule: Stripe.SubscriptionSchedule = {
    id: randomId("sub_sched"),
    object: "subscription_schedule",
    application: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    canceled_at: null,
    completed_at: null,
    created: world.clock.now(),
    current_phase: { start_date, end_date },
    customer: idOf(subscription.customer) ?? "",
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: "automatic",
      billing_thresholds: null,
      collection_method: "charge_automatically",
      default_payment_method: idOf(subscription.default_payment_method) ?? null,
      description: subscription.description,
      invoice_settings: { ...subscription.invoice_settings, days_until_due: null },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: "release",
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [
      buildPhase({
        start_date,
        end_date,
        price: price.id,
        quantity,
        metadata: { ...subscription.metadata },
        proration_behavior: "create_prorations",
      }),
    ],
    released_at: null,
    released_subscription: null,
    status: "active",
    subscription: subscription.id,
    test_clock: null,
  };
  world.schedules.save(schedule);
  subscription.schedule = schedule.id;
  world.subscriptions.save(subscription);
  world.emit("subscription_schedule.created", schedule);
  world.emit("customer.subscription.updated", subscription, { schedule: null });
  return schedule;
}

type PhaseInput = z.output<typeof phaseShape>;

function update(
  world: World,
  schedule: Stripe.SubscriptionSchedule,
  input: z.output<typeof updateShape>,
): Stripe.SubscriptionSchedule {
  const method = input.default_settings?.default_payment_method;
  if (method)
    requireOwnMethod(world, idOf(schedule.customer) ?? "", method, "default_settings[default_payment_method]");
  const phases = input.phases && toPhases(world, schedule, input.phases);
  if (phases) schedule.phases = phases;
  if (method) schedule.default_settings.default_payment_method = method;
  schedule.metadata = mergeMetadata(schedule.metadata ?? {}, input.metadata);
  world.schedules.save(schedule);
  world.emit("subscription_schedule.updated", schedule, {});
  return schedule;
}

/** Consecutive phases, beginning with the current phase, which this fake cannot change. */
function toPhases(
  world: World,
  schedule: Stripe.SubscriptionSchedule,
  inputs: PhaseInput[],
): Stripe.SubscriptionSchedule.Phase[] {
  const currentPhase = schedule.phases.find(({ start_date }) => start_date === schedule.current_phase?.start_date);
  const [first, ...later] = inputs;
  if (!currentPhase || !first) throw createInvalidRequest("At least one phase is required.", { param: "phases" });
  if (first.start_date !== currentPhase.start_date)
    throw createInvalidRequest("You can not modify the start date of the current phase.", {
      param: "phases[0][start_date]",
    });
  const [item] = first.items;
  const isSame =
    item && "price" in item && item.price === currentPhase.items[0]?.price && first.end_date === currentPhase.end_date;
  if (!isSame)
    throw createInvalidRequest("The sandbox does not change the current phase.", { param: "phases[0][items]" });
  const phases = [currentPhase];
  for (const [at, phase] of later.entries()) phases.push(toPhase(world, phase, phases[at]?.end_date ?? 0, at + 1));
  return phases;
}

function toPhase(world: World, phase: PhaseInput, start: number, at: number): Stripe.SubscriptionSchedule.Phase {
  const [item] = phase.items;
  if (!item || !("price_data" in item))
    throw createInvalidRequest("The sandbox needs price_data for coming phases.", { param: `phases[${at}][items]` });
  if (phase.start_date !== undefined && phase.start_date !== start)
    throw createInvalidRequest("The start date of a phase must be the end date of the one before.", {
      param: `phases[${at}][start_date]`,
    });
  if (!phase.duration || phase.end_date !== undefined)
    throw createInvalidRequest("The sandbox needs the duration of coming phases.", {
      param: `phases[${at}][duration]`,
    });
  getProduct(world, item.price_data.product, `phases[${at}][items][0][price_data][product]`);
  const { interval, interval_count = 1 } = phase.duration;
  const price = createPrice(world, item.price_data);
  const recurring = { interval, interval_count, meter: null, trial_period_days: null, usage_type: "licensed" } as const;
  return buildPhase({
    start_date: start,
    end_date: nextPeriodEnd(start, recurring, start),
    price: price.id,
    quantity: item.quantity ?? 1,
    metadata: mergeMetadata({}, phase.metadata),
    proration_behavior: phase.proration_behavior ?? "create_prorations",
  });
}

function release(world: World, schedule: Stripe.SubscriptionSchedule): Stripe.SubscriptionSchedule {
  const subscription = world.subscriptions.find(idOf(schedule.subscription) ?? "");
  Object.assign(schedule, {
    status: "released",
    released_at: world.clock.now(),
    released_subscription: idOf(schedule.subscription) ?? null,
    subscription: null,
    current_phase: null,
  });
  world.schedules.save(schedule);
  world.emit("subscription_schedule.released", schedule);
  if (!subscription) return schedule;
  subscription.schedule = null;
  world.subscriptions.save(subscription);
  world.emit("customer.subscription.updated", subscription, { schedule: schedule.id });
  return schedule;
}
