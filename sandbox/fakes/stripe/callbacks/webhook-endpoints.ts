import type Stripe from "stripe";
import { Stripe as Sdk } from "stripe";
import { z } from "zod";
import { type Endpoint, defineEndpoint } from "../wire/endpoint.ts";
import { createInvalidRequest, createMissing } from "../wire/failure.ts";
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
const maxEndpoints = 16;

/** The secret appears only in the creation's response (docs.stripe.com/api/webhook_endpoints). */
export function webhookEndpointEndpoints(): Endpoint[] {
  return [
    defineEndpoint("GET", "/v1/webhook_endpoints", listShape, ({ world, input, path }) => {
      const page = listPage(path, world.webhookEndpoints.all(), input);
      return { ...page, data: page.data.map(removeSecret) };
    }),
    defineEndpoint("POST", "/v1/webhook_endpoints", createShape, ({ world, input }) => {
      const enabledEndpoints = [...world.webhookEndpoints.all()].filter(({ status }) => status === "enabled");
      if (enabledEndpoints.length >= maxEndpoints) {
        throw createInvalidRequest(`You have reached the maximum of ${maxEndpoints} test webhook endpoints.`);
      }
      return world.webhookEndpoints.save(newEndpoint(world, input));
    }),
    defineEndpoint("GET", "/v1/webhook_endpoints/:id", z.strictObject({ expand }), ({ world, id }) =>
      removeSecret(getEndpoint(world, id)),
    ),
    defineEndpoint("POST", "/v1/webhook_endpoints/:id", updateShape, ({ world, input, id }) => {
      const webhookEndpoint = getEndpoint(world, id);
      if (input.url !== undefined) webhookEndpoint.url = input.url;
      if (input.enabled_events) webhookEndpoint.enabled_events = input.enabled_events;
      if (input.disabled !== undefined) webhookEndpoint.status = input.disabled ? "disabled" : "enabled";
      if (input.description !== undefined) webhookEndpoint.description = input.description;
      webhookEndpoint.metadata = mergeMetadata(webhookEndpoint.metadata, input.metadata);
      return removeSecret(world.webhookEndpoints.save(webhookEndpoint));
    }),
    defineEndpoint("DELETE", "/v1/webhook_endpoints/:id", z.strictObject({}), ({ world, id }) => {
      getEndpoint(world, id);
      world.webhookEndpoints.delete(id);
      return { id, object: "webhook_endpoint", deleted: true };
    }),
  ];
}

/**
 * Creates the first endpoint. Changes to the endpoint persist, except for the store's URL, which may differ at every
 * start.
 */
export function ensureFirstEndpoint(world: World, publicUrl: string): void {
  const path = "/v1/callbacks/stripe/events";
  const url = publicUrl + path;
  const id = "we_sandbox";
  const existingEndpoint = world.webhookEndpoints.find(id);
  if (existingEndpoint?.url.endsWith(path)) world.webhookEndpoints.save({ ...existingEndpoint, url });
  if (world.webhookEndpoints.size > 0) return;
  const firstEndpoint = newEndpoint(world, { url, enabled_events: ["*"], api_version: Sdk.API_VERSION });
  world.webhookEndpoints.save({ ...firstEndpoint, id, secret: webhookSecret });
}

/** The secrets of all endpoints, which the worker needs to verify webhooks. */
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

function getEndpoint(world: World, id: string): Stripe.WebhookEndpoint {
  const found = world.webhookEndpoints.find(id);
  if (!found) throw createMissing("webhook endpoint", id);
  return found;
}

function removeSecret({ secret: _, ...shown }: Stripe.WebhookEndpoint): Stripe.WebhookEndpoint {
  return shown;
}
