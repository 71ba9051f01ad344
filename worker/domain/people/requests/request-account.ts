import { sql } from "drizzle-orm";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/sso/account-request.ts";
import {
  audited,
  beforeAndAfter,
  diffRows,
  consume,
  inFixedTime,
  keyedHash,
  strictBudgets,
} from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { notificationParts } from "../../notifications/index.ts";

export type AccountRequestInput = InputOf<typeof contract.requestAccount>["body"];

/**
 * Stores an account request; a second pending request for the same address replaces the first (O-111). Only new
 * requests are confirmed by mail, so mailboxes cannot be flooded. All responses take the same minimum time, so that
 * they reveal nothing about earlier requests.
 */
export const requestAccount = (ctx: Ctx, input: AccountRequestInput): Promise<void> =>
  inFixedTime(() => recordRequest(ctx, input));

async function recordRequest(ctx: Ctx, input: AccountRequestInput): Promise<void> {
  const account = await keyedHash(ctx.settings.CODE_PEPPER, input.email);
  await consume(ctx, strictBudgets(ctx, "account-request", account));
  const payload = sql`jsonb_build_object('first_name', r.first_name, 'last_name', r.last_name, 'org_name', r.org_name)`;
  const confirmation = notificationParts(
    { type: "accountRequestReceived", recipient: sql`r.email`, user_id: sql`null::uuid`, payload },
    sql`r where r.is_new`,
  );
  await ctx.db.execute(sql`
    with r as (
      insert into account_requests as a (email, first_name, last_name, org_name, serial)
      values (
        ${input.email}, ${input.first_name}, ${input.last_name}, ${input.org_name},
        ${input.serial || null}
      )
      on conflict (lower(email)) where status = 'pending' do update set
        first_name = excluded.first_name,
        last_name = excluded.last_name,
        org_name = excluded.org_name,
        serial = excluded.serial,
        updated_at = now()
      returning *, xmax = 0 as is_new, ${beforeAndAfter}
    ),
    ${confirmation},
    ${audited(ctx, "requestAccount", "account_request", "r", {
      org_id: null,
      // A new request changes no former values.
      changes: sql`case when not r.is_new then ${diffRows()} end`,
    })}
    select 1 from r`);
  ctx.wakeWorkers();
}
