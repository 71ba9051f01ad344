import { type SQL, sql } from "drizzle-orm";
import { pages } from "../../../contract/pages.ts";
import type { Ctx } from "../../context.ts";
import { notificationParts } from "../../notifications/index.ts";
import { pageUrl } from "../../page-url.ts";
import { isWaitingFor } from "./request-rows.ts";

export type MailOccasion = "asked" | "reminded" | "escalated";

/**
 * Mails every user who may still decide about a request of the CTE `r`. The outbox signs a link for each of them if the
 * organization allows approval by mail.
 */
export const approverMails = (ctx: Ctx, occasion: MailOccasion): SQL =>
  notificationParts(
    {
      type: "orderApprovalAsked",
      recipient: sql`person.email`,
      user_id: sql`person.id`,
      payload: sql`jsonb_strip_nulls(jsonb_build_object(
        'first_name', person.first_name, 'last_name', person.last_name,
        'asked_by', btrim(asker.first_name || ' ' || asker.last_name), 'org_name', g.name, 'amount', r.total,
        'cart_no', r.purchase -> 'cart' ->> 'cart_no', 'note', nullif(r.note, ''), 'occasion', ${occasion}::text,
        'request_id', case when g.is_approval_by_mail_allowed then r.id end,
        'url', ${pageUrl(ctx, pages.approvalRequest, { request_id: sql`r.id` })}))`,
      event: sql`'approval_' || ${occasion}::text || ':' || r.id || ':' || person.id
        || case when ${occasion}::text = 'escalated' then coalesce(r.escalate_at::text, '') else '' end`,
      as: "asked_mail",
    },
    sql`r join organizations g on g.id = r.org_id join users asker on asker.id = r.user_id
      join users person on person.org_id = r.org_id and person.is_active and ${isWaitingFor(sql`person.id`)}`,
  );
