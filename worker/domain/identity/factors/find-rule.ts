import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ReadCtx } from "../../context.ts";
import { currentOrgId, currentUserId } from "../../current-user.ts";
import { maybeOne, type RowOf } from "../../sql.ts";
import { isFactorRequired } from "./factor-rules.ts";
import { hasFactor } from "./has-factor.ts";

const factorRule = () =>
  z.object({
    org_name: z.string(),
    /** YYYY-MM-DD; null if only the rule for administrators applies. */
    from_day: z.nullable(z.string()),
    /** Once true, most requests are refused until the user has a factor. */
    is_in_force: z.boolean(),
  });
export type FactorRule = RowOf<typeof factorRule>;

/**
 * The rule that requires a second factor of the user, now or from a later day; undefined without a rule and for users
 * who have a factor.
 */
export const findFactorRule = (ctx: ReadCtx): Promise<FactorRule | undefined> =>
  maybeOne(
    ctx,
    factorRule,
    sql`
    select o.name as org_name, o.require_second_factor_from::text as from_day,
      ${isFactorRequired(ctx.settings)} as is_in_force
    from users u join organizations o on o.id = u.org_id
    where u.id = ${currentUserId(ctx)} and not ${hasFactor("u")}
      and (o.require_second_factor_from is not null or ${isFactorRequired(ctx.settings)})`,
  );

const factorCounts = () => z.object({ people: z.int(), without: z.int() });

export const countWithoutFactor = async (ctx: ReadCtx): Promise<RowOf<typeof factorCounts>> =>
  (await maybeOne(
    ctx,
    factorCounts,
    sql`
    select count(*)::int as people, (count(*) filter (where not ${hasFactor("u")}))::int as without
    from users u where u.org_id = ${currentOrgId(ctx)} and u.is_active`,
  )) ?? { people: 0, without: 0 };
