import { sql, type SQL } from "drizzle-orm";

export const shopTimeZone: SQL = sql`(select time_zone from shop_settings)`;

/** The first instant of a day in the shop's time zone (ADR-067). */
export const startOfShopDay = (day: SQL): SQL => sql`((${day})::timestamp at time zone ${shopTimeZone})`;
export const shopDay = (instant: SQL): SQL => sql`(${instant} at time zone ${shopTimeZone})::date`;
