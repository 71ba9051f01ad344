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
  description:
    "Counts only: no ids, no addresses. Exact for who sends the deployment's METRICS_TOKEN as a bearer token; for everybody else what a stranger's request can move is up to ten minutes old and in steps.",
});

export const getOpenapi = endpoint({
  ...shared,
  path: "/openapi.json",
  reply_type: "application/json",
  summary: "This description, OpenAPI 3.1",
});
