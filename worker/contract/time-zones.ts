import * as z from "zod/mini";
import { describe } from "./fields.ts";
import { must } from "./issue-messages.ts";

/** Current IANA names of zones that V8 lists by their former names only, such as Asia/Calcutta. */
const currentNames = [
  "Africa/Asmara",
  "America/Argentina/Buenos_Aires",
  "America/Nuuk",
  "Asia/Ho_Chi_Minh",
  "Asia/Kathmandu",
  "Asia/Kolkata",
  "Asia/Yangon",
  "Atlantic/Faroe",
  "Europe/Kyiv",
];

/**
 * Names of the IANA database that the runtime knows. Offsets such as +05:00 are excluded, because Postgres reads their
 * sign the other way.
 */
export const timeZones = (): readonly string[] => [
  "UTC",
  ...[...new Set([...Intl.supportedValuesOf("timeZone"), ...currentNames])].toSorted(),
];

export const timeZone = () =>
  describe(
    z.string().check(
      z.maxLength(64),
      z.refine((name) => timeZones().includes(name), { error: must("be a time zone such as America/New_York") }),
    ),
    "IANA time zone, such as America/New_York",
  );
