import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { AccountRequestStatus } from "../../../../db/enums.ts";
import { accountRequest } from "../../../contract/entities/account-request.ts";
import type { ListQuery } from "../../../contract/paging.ts";
import type { ReadCtx } from "../../context.ts";
import { type Page, readPage } from "../../listing.ts";
import { selectFields } from "../../select-of.ts";
import { maybeOne } from "../../sql.ts";

export type AccountRequest = z.output<typeof accountRequest>;

const columns = selectFields(accountRequest.shape, "r");

export const listAccountRequests = (
  ctx: ReadCtx,
  query: ListQuery & { status?: AccountRequestStatus | undefined },
): Promise<Page<AccountRequest>> =>
  readPage(ctx, query, {
    shape: () => accountRequest,
    columns,
    from: sql`account_requests r`,
    where: [query.status && sql`r.status = ${query.status}`],
    text: sql`
      (r.email || ' ' || r.first_name || ' ' || r.last_name || ' ' || r.org_name || ' ' || coalesce(r.serial, ''))`,
    grams: "account_requests_grams",
    alias: "r",
  });

export async function countPendingRequests(ctx: ReadCtx): Promise<number> {
  const row = await maybeOne(
    ctx,
    () => z.object({ count: z.int() }),
    sql`select count(*)::int as count from account_requests where status = 'pending'`,
  );
  return row?.count ?? 0;
}
