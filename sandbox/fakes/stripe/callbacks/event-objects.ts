import { Stripe } from "stripe";
import { z } from "zod";
import { type Endpoint, defineEndpoint } from "../wire/endpoint.ts";
import { createMissing } from "../wire/failure.ts";
import { listPage } from "../wire/listing.ts";
import { bool, expand, list, paging, params, range, text } from "../wire/params.ts";
import type { EventRecord, World } from "../state.ts";
import { randomId } from "../wire/ids.ts";

const maxTypes = 20;
const listShape = params<Stripe.EventListParams>()({
  type: text.optional(),
  // "up to 20 event names" (https://docs.stripe.com/api/events/list#list_events-types).
  types: list(text)
    .refine((types) => types.length <= maxTypes, "too many")
    .optional(),
  delivery_success: bool.optional(),
  created: range.optional(),
  ...paging,
});

export function eventEndpoints(): Endpoint[] {
  return [
    defineEndpoint("GET", "/v1/events", listShape, ({ world, input, path }) => {
      const { type, types = type ? [type] : undefined, delivery_success } = input;
      const rows = [...world.events.all()].filter(
        (event) =>
          (types === undefined || types.includes(event.type)) &&
          (delivery_success === undefined || isDelivered(event) === delivery_success),
      );
      const page = listPage(path, rows, input);
      return { ...page, data: page.data.map(toEvent) };
    }),
    defineEndpoint("GET", "/v1/events/:id", z.strictObject({ expand }), ({ world, id }) => {
      const event = world.events.find(id);
      if (!event) throw createMissing("event", id);
      return toEvent(event);
    }),
  ];
}

export function toEvent(event: EventRecord): Stripe.EventBase {
  const data: Stripe.EventBase["data"] = JSON.parse(event.data);
  return {
    id: event.id,
    object: "event",
    api_version: Stripe.API_VERSION,
    created: event.created,
    data,
    livemode: false,
    pending_webhooks: isDelivered(event) ? 0 : 1,
    request: event.request ?? { id: null, idempotency_key: null },
    type: event.type,
  };
}

/**
 * Adds events whose delivery to another program's endpoint failed. `delivery_success=false` lists them too, because
 * Stripe lists an event that failed for "at least one of your webhook endpoints"
 * (https://docs.stripe.com/webhooks/process-undelivered-events).
 */
export function addForeignEvents(world: World, count: number): number {
  for (let n = 0; n < count; n += 1)
    world.events.save({
      id: randomId("evt"),
      type: "product.updated",
      created: world.clock.now(),
      data: JSON.stringify({ object: { id: `prod_foreign${n}`, object: "product" } }),
      request: null,
      delivery: "lost",
    });
  return count;
}

function isDelivered({ delivery }: EventRecord): boolean {
  return delivery === "delivered" || delivery === "not-sent";
}
