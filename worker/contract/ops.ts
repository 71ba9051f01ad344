import { done, endpoint } from "./endpoint.ts";

const shared = { method: "GET", access: "public", status: 200, errors: [], tag: "Operations" } as const;

export const getHealth = endpoint({
  ...shared,
  path: "/health",
  reply: done,
  summary: "Whether the worker answers",
});

export const getMetrics = endpoint({
  ...shared,
  path: "/metrics",
  reply_type: "text/plain",
  summary: "Counters and backlog gauges in Prometheus text format",
  description: "Counts only: no ids, no addresses.",
});

export const getOpenapi = endpoint({
  ...shared,
  path: "/openapi.json",
  reply_type: "application/json",
  summary: "This description, OpenAPI 3.1",
});
