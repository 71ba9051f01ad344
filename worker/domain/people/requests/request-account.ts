import { sql } from "drizzle-orm";
import {
  audited,
  beforeAndAfter,
  changesOf,
  consume,
  inFixedTime,
  keyedHash,
  strictBudgets,
} from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { notified } from "../../notifications/index.ts";

export type AccountRequestInput = {
  first_name: string;
  last_name: string;
  org_name: string;
  email: string;
  serial?: string | null | undefined;
};

/**
 * Takes a request for an account; a second pending one of the same address replaces the first (O-111).
 * Only a new request is confirmed by mail, so that nobody's mailbox can be flooded. The time of the answer does not tell who
 * asked before. Throws TooManyRequests.
 */
export const requestAccount = (ctx: Ctx, input: AccountRequestInput): Promise<void> =>
  inFixedTime(() => takeRequest(ctx, input));

async function takeRequest(ctx: Ctx, input: AccountRequestInput): Promise<void> {
  const account = await keyedHash(ctx.settings.CODE_PEPPER, input.email);
  await consume(ctx, strictBudgets(ctx, "account-request", account));
  const payload = sql`jsonb_build_object('first_name', r.first_name, 'last_name', r.last_name, 'org_name', r.org_name)`;
  const told = notified(
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
    ${told},
    ${audited(ctx, "requestAccount", "account_request", "r", {
      org_id: null,
      // what was asked first stands in the request itself
      changes: sql`case when not r.is_new then ${changesOf()} end`,
    })}
    select 1 from r`);
  ctx.wakeWorkers();
}
