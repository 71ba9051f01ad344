import * as z from "zod/mini";
import { described, instant } from "../fields.ts";
import { textableTypes } from "../notification-types.ts";

export const textableType = z.enum(textableTypes);

/** Where a person gets text messages, and which. */
export const phoneShape = {
  number: described(z.nullable(z.string()), "The verified number, by E.164; null when there is none"),
  verified_at: described(z.nullable(instant()), "When it was verified"),
  types: described(z.array(textableType), "Types of notifications that go there, too"),
  is_opted_out: described(
    z.boolean(),
    "Whether the number, or the one that waits for its code, answered STOP: nothing is sent there until it sends START",
  ),
  pending: described(
    z.nullable(z.object({ number: described(z.string(), "By E.164"), expires_at: instant() })),
    "The number to which a code was sent, until the code ends",
  ),
  is_available: described(z.boolean(), "Whether the shop sends text messages"),
  shop_number: described(z.nullable(z.string()), "The number that text messages come from, to which STOP and START go"),
};
