import { type SQL, sql } from "drizzle-orm";
import type { ReadCtx } from "../../context.ts";
import { hasPermission } from "../../permissions.ts";
import { hasFactor } from "./has-factor.ts";

type Settings = Pick<ReadCtx["settings"], "ADMIN_SECOND_FACTOR">;

const isRequiredOfStaff = ({ ADMIN_SECOND_FACTOR }: Settings): boolean => ADMIN_SECOND_FACTOR === "required";

const isRequiredByOrganization = sql`coalesce(o.require_second_factor_from <= (now() at time zone 'UTC')::date, false)`;

/** Condition on user u of organization o. */
export const isFactorRequired = (settings: Settings): SQL =>
  isRequiredOfStaff(settings)
    ? sql`(${isRequiredByOrganization} or coalesce(${hasPermission("u.roles", "use_console")}, false))`
    : isRequiredByOrganization;

/** Condition on session s of user u; in an impersonation, on the factors of the administrator (alias a). */
export const needsSetUp = (settings: Settings): SQL => sql`(case
  when s.actor_id is null then ${isFactorRequired(settings)} and not ${hasFactor("u")}
  else ${isRequiredOfStaff(settings) ? sql`not ${hasFactor("a")}` : sql`false`}
end)`;
