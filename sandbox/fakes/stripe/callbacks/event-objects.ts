import { Stripe } from "stripe";
import { z } from "zod";
import { type Endpoint, endpoint } from "../wire/endpoint.ts";
import { missing } from "../wire/failure.ts";
import { listPage } from "../wire/listing.ts";
import { bool, expand, list, paging, params, range, text } from "../wire/params.ts";
import type { EventRecord } from "../state.ts";

const listShape = params<Stripe.EventListParams>()({
  type: text.optional(),
  types: list(text).optional(),
  delivery_success: bool.optional(),
  created: range.optional(),
  ...paging,
});

export function eventEndpoints(): Endpoint[] {
  return [
    endpoint("GET", "/v1/events", listShape, ({ world, input, path }) => {
      const { type, types = type ? [type] : undefined, delivery_success } = input;
      const rows = [...world.events.all()].filter(
        (event) =>
          (types === undefined || types.includes(event.type)) &&
          (delivery_success === undefined || isDelivered(event) === delivery_success),
      );
      const page = listPage(path, rows, input);
      return { ...page, data: page.data.map(toEvent) };
    }),
    endpoint("GET", "/v1/events/:id", z.strictObject({ expand }), ({ world, id }) => {
      const event = world.events.find(id);
      if (!event) throw missing("event", id);
      return toEvent(event);
    }),
  ];
}

/** The event as in the API and in webhooks. */
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

function isDelivered({ delivery }: EventRecord): boolean {
  return delivery === "delivered" || delivery === "not-sent";
}
