import { type SQL, sql } from "drizzle-orm";
import { DeferredSql } from "../../db/to-sql.ts";
import { type Actor, type ReadCtx, requireUser } from "./context.ts";

type Id = "user_id" | "org_id" | "session_id";

/**
 * Ids that the session lookup sets for its transaction; subselects, because statements are planned before the ids are
 * set.
 */
const idSettings: Record<Id, SQL> = {
  user_id: sql.raw("(select current_setting('caller.user_id')::uuid)"),
  org_id: sql.raw("(select current_setting('caller.org_id')::uuid)"),
  session_id: sql.raw("(select current_setting('caller.session_id')::uuid)"),
};

const nullUuid = sql.raw("null::uuid");

function toExpression(actor: Actor, id: Id): SQL {
  return actor.kind === "visitor" ? nullUuid : sql`${requireUser({ actor })[id]}::uuid`;
}

/** While the session lookup is pending, the expression is written when its statement is sent (ADR-003). */
function currentId({ actor }: ReadCtx, id: Id): SQL {
  if (actor.kind !== "pending") return toExpression(actor, id);
  return sql`${new DeferredSql(() => {
    const resolved = actor.known();
    return resolved ? toExpression(resolved, id) : idSettings[id];
  })}`;
}

/**
 * Id of the current user; like the two ids below, null for visitors, so that statements find no rows. Throws for jobs.
 */
export const currentUserId = (ctx: ReadCtx): SQL => currentId(ctx, "user_id");

export const currentOrgId = (ctx: ReadCtx): SQL => currentId(ctx, "org_id");

export const currentSessionId = (ctx: ReadCtx): SQL => currentId(ctx, "session_id");
