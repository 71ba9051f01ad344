import { done, endpoint } from "./endpoint.ts";

const callDefaults = { method: "GET", access: "public", status: 200, errors: [], tag: "Operations" } as const;

export const getHealth = endpoint({
  ...callDefaults,
  path: "/health",
  reply: done,
  summary: "Health of the worker",
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
