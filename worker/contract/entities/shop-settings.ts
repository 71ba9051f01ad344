import * as z from "zod/mini";
import { calendarDay, described, instant } from "../fields.ts";

export const shopSettingsShape = {
  time_zone: described(z.string(), "IANA time zone in which days of the console begin; UTC by default"),
  refund_limit: described(
    z.nullable(z.int()),
    "US cents that may be refunded of an order in 24 hours without a second person; null: any amount",
  ),
  holidays: described(z.array(z.string()), "Days such as 2026-12-25 that are no working days of delivery, in order"),
  updated_at: instant(),
};

const holidaysMax = 200;
export const holidayList = () =>
  described(
    z.array(calendarDay()).check(z.maxLength(holidaysMax, `At most ${holidaysMax} holidays.`)),
    "Days such as 2026-12-25 that are no working days of delivery; replaces the list",
  );
