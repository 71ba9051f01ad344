import * as z from "zod/mini";
import { endpoint, reply } from "./endpoint.ts";
import { describe } from "./fields.ts";

const callDefaults = { method: "GET", access: "public", status: 200, errors: [], tag: "Operations" } as const;

export const getHealth = endpoint({
  ...callDefaults,
  path: "/health",
  query: z.object({
    deep: z.optional(describe(z.literal("1"), "Also asks database, queue and file storage, each for up to 2 seconds.")),
  }),
  reply: reply({
    version: describe(z.string(), "The version that answered: the deployed one's ID, or the hash of a local build."),
  }),
  summary: "Health of the worker",
  description:
    "With deep=1, 503 SERVICE_UNAVAILABLE names in its message what does not answer. Results are up to 5 seconds old.",
});

export const getMetrics = endpoint({
  ...callDefaults,
  path: "/metrics",
  reply_type: "text/plain",
  summary: "Counters and backlog gauges in Prometheus text format",
  description:
    "Counts only: no IDs, no addresses. Exact with the deployment's METRICS_TOKEN as a bearer token; without it, values that anonymous requests can move are rounded and up to ten minutes old.",
});

export const getOpenapi = endpoint({
  ...callDefaults,
  path: "/openapi.json",
  reply_type: "application/json",
  summary: "This description, OpenAPI 3.1",
});
