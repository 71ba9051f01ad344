import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { askedAccount } from "../../../contract/entities/console/asked-account.ts";
import { notFound } from "../../../contract/errors.ts";
import type { Ctx } from "../../context.ts";
import { maybeOne, iso } from "../../sql.ts";
import { evidenceJson, evidenceParts, suggestOrganization } from "./signals.ts";

export type AskedAccount = z.output<typeof askedAccount>;

/** An account request with its signals, in one statement. */
export async function getAccountRequest(ctx: Ctx, id: string): Promise<AskedAccount> {
  const found = await findRequest(ctx, sql`r.id = ${id}`);
  if (!found) throw notFound("ACC_REQUEST_NOT_FOUND");
  return found;
}

/** The request r that `which` selects. */
export async function findRequest(ctx: Ctx, which: SQL): Promise<AskedAccount | undefined> {
  const found = await maybeOne(
    ctx,
    () => z.object({ request: z.object({ ...askedAccount.shape, evidence: gathered }) }),
    sql`
    with ${evidenceParts(which)}
    select json_build_object(
      'id', t.id, 'email', t.email, 'first_name', t.first_name, 'last_name', t.last_name, 'org_name', t.org_name,
      'serial', t.serial, 'status', t.status,
      'created_at', ${iso("t.created_at")}, 'updated_at', ${iso("t.updated_at")},
      'decision', case when t.status <> 'pending' then json_build_object(
        'at', ${iso("coalesce(act.created_at, t.updated_at)")}, 'by', act.by, 'reason', act.reason,
        'organization', case when home.id is not null then json_build_object('id', home.id, 'name', home.name) end
      ) end,
      'evidence', ${evidenceJson}
    ) as request
    from target t
      left join lateral (
        select a.created_at, a.data ->> 'reason' as reason, who.first_name || ' ' || who.last_name as by
        from audit_log a left join users who on who.id = a.actor_id
        where a.subject_type = 'account_request' and a.subject_id = t.id::text
          and a.action in ('approveAccountRequest', 'rejectAccountRequest')
        order by a.created_at desc
        limit 1
      ) act on true
      left join users made on made.id = t.user_id
      left join organizations home on home.id = made.org_id`,
  );
  if (!found) return undefined;
  const { evidence } = found.request;
  const suggested_org_id = suggestOrganization(evidence.organizations);
  return { ...found.request, evidence: { ...evidence, suggested_org_id } };
}

const { suggested_org_id: _suggested, ...evidenceShape } = askedAccount.shape.evidence.shape;
const gathered = z.object(evidenceShape);
