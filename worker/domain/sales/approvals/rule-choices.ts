import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ReadCtx } from "../../context.ts";
import { currentOrgId } from "../../current-user.ts";
import { hasPermission } from "../../permissions.ts";
import { one, type RowOf } from "../../sql.ts";

const namedUser = () => z.object({ id: z.string(), name: z.string(), may_approve: z.boolean(), may_buy: z.boolean() });
export type NamedUser = RowOf<typeof namedUser>;

const choicesRow = () => z.object({ people: z.array(namedUser()), categories: z.array(z.string()) });
export type RuleChoices = RowOf<typeof choicesRow>;

const peopleMax = 500;

export const readRuleChoices = (ctx: ReadCtx): Promise<RuleChoices> =>
  one(
    ctx,
    choicesRow,
    sql`
    select
      coalesce((
        select json_agg(person) from (
          select u.id, u.first_name || ' ' || u.last_name as name,
            ${hasPermission("u.roles", "approve")} as may_approve, ${hasPermission("u.roles", "buy")} as may_buy
          from users u
          where u.org_id = ${currentOrgId(ctx)} and u.is_active and ${hasPermission("u.roles", "buy")}
          order by u.first_name, u.last_name, u.id
          limit ${peopleMax}
        ) person
      ), '[]') as people,
      array(
        select distinct p.category from products p
        where p.is_published and p.is_active and not p.is_archived and p.category is not null
        order by p.category
      ) as categories`,
    () => new Error("a select without tables returned no row"),
  );
