import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ReadCtx } from "../../context.ts";
import { maybeOne } from "../../sql.ts";
import { subjectIdJoin, type AuditQuery, subjectName } from "./list-audit.ts";

const options = () => z.nullable(z.array(z.tuple([z.string(), z.string()])));
const choicesRow = () => z.object({ actor_id: options(), org_id: options(), subject_id: options() });
type Options = readonly (readonly [value: string, label: string])[];

export async function listAuditChoices(
  ctx: ReadCtx,
  query: Pick<AuditQuery, "actor_id" | "org_id" | "subject_type" | "subject_id">,
): Promise<Record<string, Options>> {
  const row = await maybeOne(
    ctx,
    choicesRow,
    sql`
    select
      (
        select json_agg(json_build_array(u.id, u.first_name || ' ' || u.last_name) order by u.last_name, u.id)
        from users u
        where u.id = ${query.actor_id ?? null}::uuid
          or u.org_id = any(array(select h.id from organizations h where h.is_house))
      ) as actor_id,
      (
        select json_agg(json_build_array(o.id, o.name)) from organizations o where o.id = ${query.org_id ?? null}::uuid
      ) as org_id,
      (
        select json_build_array(json_build_array(a.subject_id, coalesce(${subjectName}, a.subject_id)))
        from (
          select ${query.subject_type ?? null}::text as subject_type, ${query.subject_id ?? null}::text as subject_id,
            null::jsonb as data
        ) a
          ${subjectIdJoin}
        where a.subject_id is not null
      ) as subject_id`,
  );
  const lists = Object.entries(row ?? {});
  return Object.fromEntries(lists.flatMap(([name, list]) => (list ? [[name, list]] : [])));
}
