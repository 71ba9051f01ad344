import type Stripe from "stripe";
import { Stripe as Sdk } from "stripe";
import { z } from "zod";
import { type Endpoint, endpoint } from "../wire/endpoint.ts";
import { invalidRequest, missing } from "../wire/failure.ts";
import { randomId } from "../wire/ids.ts";
import { webhookSecret } from "../wire/keys.ts";
import { listPage } from "../wire/listing.ts";
import { bool, expand, list, mergeMetadata, metadata, paging, params, text } from "../wire/params.ts";
import type { World } from "../state.ts";

const createShape = params<Stripe.WebhookEndpointCreateParams>()({
  api_version: text.optional(),
  description: text.optional(),
  enabled_events: list(text).refine((events) => events.length > 0, "empty"),
  expand,
  metadata: metadata.optional(),
  url: z.url(),
});
const updateShape = params<Stripe.WebhookEndpointUpdateParams>()({
  description: text.optional(),
  disabled: bool.optional(),
  enabled_events: list(text).optional(),
  expand,
  metadata: metadata.optional(),
  url: z.url().optional(),
});
const listShape = params<Stripe.WebhookEndpointListParams>()({ ...paging });
const endpointsMax = 16;

/** The secret appears only in the creation's response (docs.stripe.com/api/webhook_endpoints). */
export function webhookEndpointEndpoints(): Endpoint[] {
  return [
    endpoint("GET", "/v1/webhook_endpoints", listShape, ({ world, input, path }) => {
      const page = listPage(path, world.webhookEndpoints.all(), input);
      return { ...page, data: page.data.map(withoutSecret) };
    }),
    endpoint("POST", "/v1/webhook_endpoints", createShape, ({ world, input }) => {
      const enabled = [...world.webhookEndpoints.all()].filter(({ status }) => status === "enabled");
      if (enabled.length >= endpointsMax) {
        throw invalidRequest(`You have reached the maximum of ${endpointsMax} test webhook endpoints.`);
      }
      return world.webhookEndpoints.save(newEndpoint(world, input));
    }),
    endpoint("GET", "/v1/webhook_endpoints/:id", z.strictObject({ expand }), ({ world, id }) =>
      withoutSecret(find(world, id)),
    ),
    endpoint("POST", "/v1/webhook_endpoints/:id", updateShape, ({ world, input, id }) => {
      const found = find(world, id);
      if (input.url !== undefined) found.url = input.url;
      if (input.enabled_events) found.enabled_events = input.enabled_events;
      if (input.disabled !== undefined) found.status = input.disabled ? "disabled" : "enabled";
      if (input.description !== undefined) found.description = input.description;
      found.metadata = mergeMetadata(found.metadata, input.metadata);
      return withoutSecret(world.webhookEndpoints.save(found));
    }),
    endpoint("DELETE", "/v1/webhook_endpoints/:id", z.strictObject({}), ({ world, id }) => {
      find(world, id);
      world.webhookEndpoints.delete(id);
      return { id, object: "webhook_endpoint", deleted: true };
    }),
  ];
}

/** User changes persist, except the store's URL, which may differ per start. */
export function ensureFirstEndpoint(world: World, publicUrl: string): void {
  const path = "/v1/callbacks/stripe/events";
  const url = publicUrl + path;
  const id = "we_sandbox";
  const known = world.webhookEndpoints.find(id);
  if (known?.url.endsWith(path)) world.webhookEndpoints.save({ ...known, url });
  if (world.webhookEndpoints.size > 0) return;
  const first = newEndpoint(world, { url, enabled_events: ["*"], api_version: Sdk.API_VERSION });
  world.webhookEndpoints.save({ ...first, id, secret: webhookSecret });
}

/** The worker needs all of them to verify webhooks. */
export function endpointSecrets(world: World): string[] {
  return [...world.webhookEndpoints.all()].flatMap(({ secret }) => secret ?? []);
}

function newEndpoint(world: World, input: z.output<typeof createShape>): Stripe.WebhookEndpoint {
  return {
    id: randomId("we"),
    object: "webhook_endpoint",
    api_version: input.api_version ?? null,
    application: null,
    created: world.clock.now(),
    description: input.description ?? null,
    enabled_events: input.enabled_events,
    livemode: false,
    metadata: mergeMetadata({}, input.metadata),
    secret: randomId("whsec", 32),
    status: "enabled",
    url: input.url,
  };
}

function find(world: World, id: string): Stripe.WebhookEndpoint {
  const found = world.webhookEndpoints.find(id);
  if (!found) throw missing("webhook endpoint", id);
  return found;
}

function withoutSecret({ secret: _, ...shown }: Stripe.WebhookEndpoint): Stripe.WebhookEndpoint {
  return shown;
}
