import * as z from "zod/mini";
import { described, instant } from "../fields.ts";

export const shopSettingsShape = {
  time_zone: described(z.string(), "IANA time zone in which days of the console begin; UTC by default"),
  refund_limit: described(
    z.nullable(z.int()),
    "US cents that may be refunded of an order in 24 hours without a second person; null: any amount",
  ),
  updated_at: instant(),
};
