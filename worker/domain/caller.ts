import { type SQL, sql } from "drizzle-orm";
import { type Ctx, requireUser } from "./context.ts";

/** Who calls, in the words of a statement: subselects, because these are read when it runs and not when it is planned. */
const ids = {
  user_id: sql.raw("(select current_setting('caller.user_id')::uuid)"),
  org_id: sql.raw("(select current_setting('caller.org_id')::uuid)"),
  session_id: sql.raw("(select current_setting('caller.session_id')::uuid)"),
};

/**
 * An id of the caller as an expression. Statements that read use it in place of `requireUser`, so that they can travel with
 * the statement that looks the session up and finds the caller only then (`sessions/session-trip.ts`, ADR-003).
 */
export const callerId = (ctx: Ctx, id: keyof typeof ids): SQL =>
  ctx.actor.kind === "announced" ? ids[id] : sql`${requireUser(ctx)[id]}::uuid`;
