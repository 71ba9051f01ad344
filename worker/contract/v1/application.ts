import * as z from "zod/mini";
import { logLevels } from "../../../db/enums.ts";
import { done, endpoint } from "../endpoint.ts";
import { described, freeText } from "../fields.ts";

export const createLog = endpoint({
  method: "POST",
  path: "/v1/application/logs",
  access: "session",
  limit: "logs",
  body: z.object({
    message: freeText(8192, "What happened"),
    level: z.enum(logLevels),
    event: z.nullish(
      z.object({
        type: z.optional(freeText(128, "Kind of event")),
        url: z.optional(freeText(2048, "Page on which it happened")),
        timestamp: z.optional(z.union([z.string().check(z.maxLength(64)), z.number()])),
        data: z.optional(z.unknown()),
      }),
    ),
    device: z.nullish(described(z.record(z.string(), z.unknown()), "What the client says of itself")),
  }),
  body_bytes_max: 10_240,
  status: 200,
  reply: done,
  errors: [],
  tag: "Application",
  verb: "createLog",
  summary: "Report an event of the client",
  description: "At most 10,240 bytes.",
});
