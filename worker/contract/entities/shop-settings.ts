import * as z from "zod/mini";
import { described, instant } from "../fields.ts";

export const shopSettingsShape = {
  time_zone: described(z.string(), "IANA time zone in which days of figures of money begin; UTC by default"),
  updated_at: instant(),
};
