import * as z from "zod/mini";
import { described, instant } from "../fields.ts";

export const waitingStates = ["waiting", "given-up"] as const;
const state = described(z.enum(waitingStates), "given-up: not retried until an administrator asks for it");

export const outboxMessage = z.object({
  id: z.string(),
  channel: z.enum(["email", "phone"]),
  type: z.string(),
  recipient: z.string(),
  state,
  attempts: described(z.int(), "Number of attempts"),
  created_at: instant(),
  next_at: described(z.nullable(instant()), "Time of the next attempt; null: given up"),
  failed_at: described(z.nullable(instant()), "Time of giving up"),
  last_error: z.nullable(z.string()),
});

export const callback = z.object({
  id: described(z.string(), "Event ID at the payment provider"),
  type: z.string(),
  object_id: described(z.string(), "ID of the affected object at the payment provider"),
  state,
  tries: described(z.int(), "Number of attempts"),
  received_at: instant(),
  next_at: described(z.nullable(instant()), "Time of the next attempt; null: given up"),
});
