import { type SQL, sql } from "drizzle-orm";
import type { AuditAction } from "../../../contract/people/audit-labels.ts";
import { type Ctx, requireUser } from "../../context.ts";

/** Seconds in which a change can be undone: the ten that the page announces, and the time of loading pages. */
const undoS = 15;

/**
 * The CTE `undone (id, changes, data)`: the changes that the user made by `action` in the request `request_id`, as
 * `diffRows` recorded them. Empty once it is too late to undo.
 */
export const ownChangesPart = (ctx: Ctx, action: AuditAction, request_id: string): SQL => sql`
  undone as materialized (
    select subject_id::uuid as id, data -> 'changes' as changes, data
    from audit_log
    where request_id = ${request_id} and action = ${action} and actor_id = ${requireUser(ctx).user_id}::uuid
      and created_at > now() - ${undoS} * interval '1 second'
  )`;
