import { sql } from "drizzle-orm";
import type { CaptchaAction } from "../../../contract/paths.ts";
import { type Budget, consume } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";

const hourS = 3600;
/** Unchecked requests per action, network and hour. */
const networkMax = 3;
/**
 * Limits account requests from all networks together, so that a flood does not fill the list that administrators
 * review.
 */
const shopBudget: Budget = { name: "unchecked:requestAccount:everybody", max: 200, window_s: hourS };

/**
 * Limits requests that pass without a bot check because its monthly quota is used up (ADR-060). Mails for password
 * resets are also limited per account. @throws TooManyRequests
 */
export async function consumeUnchecked(ctx: Ctx, action: CaptchaAction): Promise<void> {
  const networkBudget = { name: `unchecked:${action}:address:${ctx.network}`, max: networkMax, window_s: hourS };
  await consume(ctx, action === "requestAccount" ? [networkBudget, shopBudget] : [networkBudget]);
}

/** Raises the alarm `captcha-over-quota`, which ends one hour after the last call. */
export async function reportOverQuota(ctx: Ctx): Promise<void> {
  ctx.log({ level: "error", event: "alarm", name: "captcha-over-quota" });
  await ctx.db.execute(sql`
    insert into timers (name, at) values ('captcha-over-quota', now())
    on conflict (name) do update set at = excluded.at`);
}
