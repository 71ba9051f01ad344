import { type Rows, anyone, session } from "./row.ts";

/** Calls outside the areas: those without `/v1` are public, the others need any session. */
export const rest: Rows = {
  "GET /health": anyone,
  "GET /metrics": anyone,
  "GET /openapi.json": anyone,
  // The link itself is the permission to read the file (T16).
  "GET /files/{token}/{file_name}": anyone,
  "GET /images/{file_name}": anyone,
  "POST /v1/application/logs": {
    ...session,
    fields: "message, level, event, device",
    valid: () => ({ message: "It happened", level: "info", event: { type: "test" }, device: { os: "test" } }),
  },
  "GET /v1/flowpoint/links": session,
};
