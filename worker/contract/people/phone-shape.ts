import * as z from "zod/mini";
import { described, instant } from "../fields.ts";
import { textableTypes } from "../notification-types.ts";

export const textableType = z.enum(textableTypes);

export const phoneShape = {
  number: described(z.nullable(z.string()), "Verified number in E.164 format; null: none"),
  verified_at: described(z.nullable(instant()), "Time of verification"),
  types: described(z.array(textableType), "Notification types also sent as text messages"),
  is_opted_out: described(
    z.boolean(),
    "Whether the verified or pending number replied STOP: nothing is sent to it until it replies START",
  ),
  pending: described(
    z.nullable(z.object({ number: described(z.string(), "By E.164"), expires_at: instant() })),
    "Number awaiting confirmation, until its code expires",
  ),
  is_available: described(z.boolean(), "Whether the shop sends text messages"),
  shop_number: described(z.nullable(z.string()), "Sender number of the text messages, which accepts STOP and START"),
};
