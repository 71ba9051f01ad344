import { sql } from "drizzle-orm";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/sso/user.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import type { Ctx } from "../../context.ts";
import { requireManageable } from "../../organizations/index.ts";
import { consume, strictBudgets } from "../../platform/index.ts";
import { requireBrowser } from "../sessions/require-browser.ts";
import { issueVerificationCode } from "./codes.ts";

export async function requestEmailChange(
  ctx: Ctx,
  input: InputOf<typeof contract.requestEmailChange>["body"],
): Promise<{ new_email: string }> {
  const { user_id } = requireBrowser(ctx);
  await consume(ctx, strictBudgets(ctx, "email-change", user_id));
  return startEmailChange(ctx, { user_id, new_email: input.new_email });
}

/**
 * Starts an email change for any user. @throws USR_EMAIL_EXISTS, USR_NOT_FOUND, USR_NOT_AUTHORIZED for a desktop token
 * and for an administrator whom the actor may not manage
 */
export async function startEmailChange(
  ctx: Ctx,
  input: { user_id: string; new_email: string },
): Promise<{ new_email: string }> {
  if (requireBrowser(ctx).user_id !== input.user_id) await requireManageable(ctx, [input.user_id]);
  const ownerResult = await ctx.db.execute(sql`select 1 from users where lower(email) = ${input.new_email}`);
  const issuedMail = ownerResult.rows[0]
    ? undefined
    : await issueVerificationCode(ctx, {
        where: sql`u.id = ${input.user_id}`,
        scope: "verify:email-change",
        new_email: input.new_email,
        is_mailed: true,
      });
  if (issuedMail) {
    ctx.wakeWorkers();
    return { new_email: input.new_email };
  }
  const userResult = await ctx.db.execute(sql`select 1 from users where id = ${input.user_id}`);
  throw userResult.rows[0] ? unprocessable("USR_EMAIL_EXISTS") : notFound("USR_NOT_FOUND");
}
