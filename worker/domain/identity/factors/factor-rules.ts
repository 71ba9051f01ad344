import { type SQL, sql } from "drizzle-orm";
import type { ReadCtx } from "../../context.ts";
import { hasPermission } from "../../permissions.ts";
import { hasFactor } from "./has-factor.ts";

type Settings = Pick<ReadCtx["settings"], "ADMIN_SECOND_FACTOR">;

const isRequiredOfStaff = ({ ADMIN_SECOND_FACTOR }: Settings): boolean => ADMIN_SECOND_FACTOR === "required";

/** Whether a rule requires a second factor of user u. */
export const isFactorRequired = (settings: Settings): SQL =>
  isRequiredOfStaff(settings) ? sql`coalesce(${hasPermission("u.roles", "use_console")}, false)` : sql`false`;

/** Whether the user of session s must set up a second factor first; in an impersonation the administrator (alias a). */
export const needsSetUp = (settings: Settings): SQL => sql`(case
  when s.actor_id is null then ${isFactorRequired(settings)} and not ${hasFactor("u")}
  else ${isRequiredOfStaff(settings) ? sql`not ${hasFactor("a")}` : sql`false`}
end)`;
