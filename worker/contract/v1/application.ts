import * as z from "zod/mini";
import { logLevels } from "../../../db/enums.ts";
import { emptyReply, endpoint } from "../endpoint.ts";
import { describe, freeText } from "../fields.ts";

const bytesMax = 10_240;
/** The body limit bounds all fields together (O-053). */
const anyText = (description: string) => freeText(bytesMax, description);

export const takeClientLog = endpoint({
  method: "POST",
  path: "/v1/application/logs",
  access: "session",
  body: z.object({
    message: anyText("What happened"),
    level: z.enum(logLevels),
    event: z.nullish(
      z.object({
        type: z.optional(anyText("Kind of event")),
        url: z.optional(anyText("Page URL of the event")),
        timestamp: z.optional(z.union([anyText("Time of the event"), z.number()])),
        data: z.optional(z.unknown()),
      }),
    ),
    device: z.nullish(
      describe(
        z.union([z.record(z.string(), z.unknown()), anyText("User agent of the client")]),
        "Client information as an object or a text",
      ),
    ),
  }),
  body_bytes_max: bytesMax,
  // `navigator.sendBeacon` sends text/plain to avoid a preflight.
  takes_text: true,
  escapes_text: true,
  status: 200,
  reply: emptyReply,
  errors: [],
  tag: "Application",
  summary: "Report a client event",
  description:
    "At most 10,240 bytes, as application/json or, for navigator.sendBeacon, as text/plain. The console lists events of levels error and warn for 30 days by message and release, masked and without user data.",
});
