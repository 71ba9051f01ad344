import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Audience } from "../../../contract/entities/audience.ts";
import type { ReadCtx } from "../../context.ts";
import { many, one, type RowOf, uuids } from "../../sql.ts";
import { isInAudience } from "./conditions.ts";

const audienceCount = () => z.object({ people: z.int(), organizations: z.int() });
export type AudienceCount = RowOf<typeof audienceCount>;

/** Counts active users regardless of their notification settings. */
export const countAudience = (ctx: ReadCtx, audience: Audience): Promise<AudienceCount> =>
  one(
    ctx,
    audienceCount,
    sql`
    select count(*)::int as people, count(distinct u.org_id)::int as organizations
    from users u where u.is_active and ${isInAudience(audience)}`,
    () => new Error("a count returned no row"),
  );

const namedRow = () => z.object({ id: z.string(), name: z.string() });

export const listNamesOfUsers = async (ctx: ReadCtx, ids: string[]): Promise<RowOf<typeof namedRow>[]> =>
  ids.length === 0
    ? []
    : many(
        ctx,
        namedRow,
        sql`
        select u.id, u.first_name || ' ' || u.last_name || ', ' || u.email as name from users u
        where u.id = any(${uuids(ids)}) order by u.last_name, u.first_name, u.id`,
      );
