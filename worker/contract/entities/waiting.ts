import * as z from "zod/mini";
import { describe, instant } from "../fields.ts";

export const waitingStates = ["waiting", "given-up"] as const;
const state = describe(z.enum(waitingStates), "given-up: not retried until an administrator asks for it");

export const outboxMessage = z.object({
  id: z.string(),
  channel: z.enum(["email", "phone"]),
  type: z.string(),
  recipient: z.string(),
  state,
  attempts: describe(z.int(), "Number of attempts"),
  created_at: instant(),
  next_at: describe(z.nullable(instant()), "Time of the next attempt; null: given up"),
  failed_at: describe(z.nullable(instant()), "Time of giving up"),
  last_error: z.nullable(z.string()),
});

export const waitingWebhook = z.object({
  id: describe(z.string(), "Event ID at the payment provider"),
  type: z.string(),
  object_id: describe(z.string(), "ID of the affected object at the payment provider"),
  state,
  tries: describe(z.int(), "Number of attempts"),
  received_at: instant(),
  next_at: describe(z.nullable(instant()), "Time of the next attempt; null: given up"),
});
