import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { accountRequestDetails } from "../../../contract/entities/account-request-details.ts";
import { notFound } from "../../../contract/errors.ts";
import type { ReadCtx } from "../../context.ts";
import { maybeOne, iso } from "../../sql.ts";
import { signalsJson, signalCtes, suggestOrganization } from "./signals.ts";

export type AccountRequestDetails = z.output<typeof accountRequestDetails>;

export async function getAccountRequest(ctx: ReadCtx, id: string): Promise<AccountRequestDetails> {
  const row = await findRequest(ctx, sql`r.id = ${id}`);
  if (!row) throw notFound("ACC_REQUEST_NOT_FOUND");
  return row;
}

export async function findRequest(ctx: ReadCtx, condition: SQL): Promise<AccountRequestDetails | undefined> {
  const row = await maybeOne(
    ctx,
    () => z.object({ request: z.object({ ...accountRequestDetails.shape, evidence: signalsShape }) }),
    sql`
    with ${signalCtes(condition)}
    select json_build_object(
      'id', t.id, 'email', t.email, 'first_name', t.first_name, 'last_name', t.last_name, 'org_name', t.org_name,
      'serial', t.serial, 'status', t.status,
      'created_at', ${iso("t.created_at")}, 'updated_at', ${iso("t.updated_at")},
      'decision', case when t.status <> 'pending' then json_build_object(
        'at', ${iso("coalesce(act.created_at, t.updated_at)")}, 'by', act.by, 'reason', act.reason,
        'organization', case when home.id is not null then json_build_object('id', home.id, 'name', home.name) end
      ) end,
      'evidence', ${signalsJson}
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
  if (!row) return undefined;
  const { evidence } = row.request;
  const suggested_org_id = suggestOrganization(evidence.organizations);
  return { ...row.request, evidence: { ...evidence, suggested_org_id } };
}

const { suggested_org_id: _suggested, ...evidenceShape } = accountRequestDetails.shape.evidence.shape;
const signalsShape = z.object(evidenceShape);
