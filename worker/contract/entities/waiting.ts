import * as z from "zod/mini";
import { described, instant } from "../fields.ts";

/** What a message or a callback waits for: its next try, or for a person who looks. */
export const waitingStates = ["waiting", "given-up"] as const;
const state = described(z.enum(waitingStates), "given-up: it is tried no more until somebody says so");

export const outboxMessage = z.object({
  id: z.string(),
  channel: z.enum(["email", "phone"]),
  type: z.string(),
  recipient: z.string(),
  state,
  attempts: described(z.int(), "How often it was tried"),
  created_at: instant(),
  next_at: described(z.nullable(instant()), "When it is tried next; null for what was given up"),
  failed_at: described(z.nullable(instant()), "When it was given up"),
  last_error: z.nullable(z.string()),
});

export const callback = z.object({
  id: described(z.string(), "The event at the payment provider"),
  type: z.string(),
  object_id: described(z.string(), "What it tells of, at the provider"),
  state,
  tries: described(z.int(), "How often it was tried"),
  received_at: instant(),
  next_at: described(z.nullable(instant()), "When it is tried next; null for what was given up"),
});
