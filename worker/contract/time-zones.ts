import * as z from "zod/mini";
import { described } from "./fields.ts";
import { must } from "./issue-messages.ts";

/** Names of the IANA database that the runtime knows. Offsets such as +05:00 are none: Postgres reads their sign the other way. */
export const timeZones = (): readonly string[] => ["UTC", ...Intl.supportedValuesOf("timeZone")];

export const timeZone = () =>
  described(
    z.string().check(
      z.maxLength(64),
      z.refine((name) => timeZones().includes(name), { error: must("be a time zone such as America/New_York") }),
    ),
    "IANA time zone, such as America/New_York",
  );
