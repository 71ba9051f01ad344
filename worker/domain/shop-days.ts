import { sql, type SQL } from "drizzle-orm";
import { BadRequest } from "../contract/errors.ts";

export const shopTimeZone: SQL = sql`(select time_zone from shop_settings)`;

/**
 * The first instant of a day in the shop's time zone (ADR-067, ADR-070). Where clocks show midnight twice, as in
 * Havana, Postgres returns the second one, and this expression the first.
 */
export const startOfShopDay = (day: SQL): SQL => sql`(
  select
    case
      when (s.midnight - interval '1 hour') at time zone ${shopTimeZone} >= s.day then s.midnight - interval '1 hour'
      else s.midnight
    end
  from (select (${day})::timestamp as day, (${day})::timestamp at time zone ${shopTimeZone} as midnight) s
)`;

/** Conditions that an instant is between two of the shop's days, both inclusive. */
export const whereInShopDays = (instant: SQL, [from, to]: readonly [string | undefined, string | undefined]) => [
  from && sql`${instant} >= ${startOfShopDay(sql`${from}::date`)}`,
  to && sql`${instant} < ${startOfShopDay(sql`${to}::date + 1`)}`,
];

export const shopMonday = (instant: SQL): SQL => sql`date_trunc('week', ${instant} at time zone ${shopTimeZone})::date`;

export const shopDay = (instant: SQL): SQL => sql`(${instant} at time zone ${shopTimeZone})::date`;

/** Money cannot have moved on a day that has not begun in the shop. */
export const futureDayError = () =>
  new BadRequest([
    { code: "custom", path: ["paid_on"], message: "This day has not begun yet in the shop’s time zone." },
  ]);

/** Today in the shop's time zone as ISO text, the value of a date field. */
export const shopToday: SQL = sql`${shopDay(sql`now()`)}::text`;
