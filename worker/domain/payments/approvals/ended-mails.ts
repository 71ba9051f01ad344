import { type SQL, sql } from "drizzle-orm";
import { pages } from "../../../contract/pages.ts";
import type { Ctx } from "../../context.ts";
import { notificationParts } from "../../notifications/index.ts";
import { pageUrl } from "../../page-url.ts";

/**
 * Notifies the users who asked, unless they have moved to another organization, which must not read the amounts. `from`
 * selects the ended approval requests as `r`; `outcome` is by default the status that they ended with.
 */
export const requestEndedMails = (ctx: Ctx, from: SQL = sql`r`, outcome: SQL = sql`r.status`): SQL =>
  notificationParts(
    {
      type: "orderApprovalEnded",
      recipient: sql`asker.email`,
      user_id: sql`asker.id`,
      payload: sql`jsonb_strip_nulls(jsonb_build_object(
        'first_name', asker.first_name, 'last_name', asker.last_name, 'amount', r.total,
        'cart_no', r.purchase -> 'cart' ->> 'cart_no', 'outcome', ${outcome},
        'decided_by', (
          select btrim(decider.first_name || ' ' || decider.last_name) from users decider
          where decider.id = (r.approvals -> -1 ->> 'user_id')::uuid
        ),
        'note', nullif(case
          when ${outcome} in ('approved', 'rejected') then r.approvals -> -1 ->> 'note' else r.reason
        end, ''),
        'url', ${pageUrl(ctx, pages.approvalRequest, { request_id: sql`r.id` })}))`,
      event: sql`'approval_' || ${outcome} || ':' || r.id`,
      as: "request_ended",
    },
    sql`${from} join users asker on asker.id = r.user_id and asker.org_id = r.org_id and asker.is_active`,
  );
