import { sql } from "drizzle-orm";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/sso/user.ts";
import { forbidden, notFound, unauthorized, unprocessable } from "../../../contract/errors.ts";
import type { Ctx } from "../../context.ts";
import { isManageable, requireManageable } from "../../organizations/index.ts";
import { consume, strictBudgets } from "../../platform/index.ts";
import { requireBrowser } from "../sessions/require-browser.ts";
import { hasLiveSession } from "../sessions/usable.ts";
import { issueCodeUnderLock } from "./codes.ts";
import { exists } from "../../sql.ts";

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
  const { user_id, new_email } = input;
  const isOwn = requireBrowser(ctx).user_id === user_id;
  if (!isOwn) await requireManageable(ctx, [user_id]);
  const isTaken = await exists(ctx, sql`select 1 from users where lower(email) = ${new_email}`);
  if (!isTaken) {
    const issuedMail = await issueCodeUnderLock(ctx, user_id, {
      where: sql`u.id = ${user_id} and ${isOwn ? hasLiveSession(ctx, "u") : isManageable(ctx, "u")}`,
      scope: "verify:email-change",
      new_email,
      is_mailed: true,
    });
    if (issuedMail) {
      ctx.wakeWorkers();
      return { new_email };
    }
  }
  if (!(await exists(ctx, sql`select 1 from users where id = ${user_id}`))) throw notFound("USR_NOT_FOUND");
  if (isTaken) throw unprocessable("USR_EMAIL_EXISTS");
  throw isOwn ? unauthorized("INVALID_JWT") : forbidden("USR_NOT_AUTHORIZED");
}
