import * as z from "zod/mini";
import { describe, instant } from "../fields.ts";
import { textableTypes } from "../notification-types.ts";

export const textableType = z.enum(textableTypes);

export const phoneShape = {
  number: describe(z.nullable(z.string()), "Verified number in E.164 format; null: none"),
  verified_at: describe(z.nullable(instant()), "Time of verification"),
  types: describe(z.array(textableType), "Notification types also sent as text messages"),
  is_opted_out: describe(
    z.boolean(),
    "Whether the verified or pending number replied STOP: nothing is sent to it until it replies START",
  ),
  pending: describe(
    z.nullable(z.object({ number: describe(z.string(), "By E.164"), expires_at: instant() })),
    "Number awaiting confirmation, until its code expires",
  ),
  is_available: describe(z.boolean(), "Whether the shop sends text messages"),
  shop_number: describe(z.nullable(z.string()), "Sender number of the text messages, which accepts STOP and START"),
};
