import { sql } from "drizzle-orm";
import { BadRequest, unauthorized } from "../../contract/errors.ts";
import { audited, beforeAndAfter, changesOf } from "../platform/index.ts";
import type { Ctx } from "../context.ts";
import { texts } from "../sql.ts";

type Webhook = { body: string; id: string; timestamp: string; signature: string };

/**
 * Handles a delivery event of the e-mail provider. A bounce marks the user's address, unless a later event is already
 * recorded, so that order and repetition do not matter; a delivery removes the mark. A mark applies only while the user
 * has that address. Throws BadRequest for a signed body that is no event.
 */
export async function receiveEmailEvent(ctx: Ctx, webhook: Webhook): Promise<void> {
  const event = await ctx.gateways.email.readEvent(webhook);
  if (event === undefined) throw unauthorized("SECURITY_CHECK_FAILED");
  if (event === "nonsense") throw new BadRequest([{ code: "custom", path: [], message: "Malformed event." }]);
  const { at, returned, has_arrived } = event;
  if (!returned && !has_arrived) return;
  const addresses = event.to.map((each) => addressOf(each));
  await ctx.db.execute(sql`
    with u as (
      update users set
        returned_email = case when ${returned !== null} then email end,
        email_returned_at = case when ${returned !== null} then ${at}::timestamptz end,
        email_returned = ${returned}
      where lower(email) = any(${texts(addresses)})
        and case
          when ${has_arrived} then email_returned_at <= ${at}::timestamptz
          else coalesce(returned_email <> email or email_returned_at < ${at}::timestamptz, true)
        end
      returning *, ${beforeAndAfter}
    ), ${audited(ctx, "receiveEmailEvent", "user", "u", {
      data: { type: event.type },
      changes: changesOf(),
    })}
    select 1 from u`);
}

/** The bare lower-case address of "Ada <ada@acme.test>" or "ada@acme.test". */
const addressOf = (recipient: string): string =>
  (/<([^<>]+)>\s*$/.exec(recipient)?.[1] ?? recipient).trim().toLowerCase();
