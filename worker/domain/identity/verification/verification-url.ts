import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { VerificationScope } from "../../../../db/enums.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import type { Ctx } from "../../context.ts";
import { isManageable, requireManageable } from "../../organizations/index.ts";
import { verificationCode, verificationUrl } from "../../platform/index.ts";
import { issueCodeUnderLock } from "./codes.ts";
import { maybeOne } from "../../sql.ts";

/** A link for an administrator to hand over (O-038); the link of an email change is for the pending address. */
export async function createVerificationUrl(
  ctx: Ctx,
  input: { user_id: string; scope?: VerificationScope | undefined },
): Promise<{ url: string; scope: VerificationScope; expires_at: string }> {
  await requireManageable(ctx, [input.user_id]);
  const newEmail = input.scope === "verify:email-change" ? await getPendingEmail(ctx, input.user_id) : undefined;
  const code = await issueCodeUnderLock(ctx, input.user_id, {
    where: sql`
      u.id = ${input.user_id} and ${isManageable(ctx, "u")}
      and (${newEmail ?? null}::text is null or ${newEmail ?? null} in (${pendingEmails(input.user_id)}))`,
    ...(input.scope ? { scope: input.scope } : {}),
    ...(newEmail ? { new_email: newEmail } : {}),
    is_mailed: false,
  });
  if (!code) {
    await requireManageable(ctx, [input.user_id]);
    // The user has stopped or replaced the change while the statement waited.
    throw newEmail ? unprocessable("NO_EMAIL_CHANGE_REQUEST") : notFound("USR_NOT_FOUND");
  }
  const text = await verificationCode(ctx.settings.CODE_PEPPER, code.id);
  const { scope, expires_at } = code;
  return { url: verificationUrl(ctx.settings.PUBLIC_URL, scope, code.user_id, text), scope, expires_at };
}

const pendingEmails = (userId: string): SQL => sql`
  select new_email from verification_codes
  where user_id = ${userId} and scope = 'verify:email-change' and used_at is null and expires_at > now()`;

async function getPendingEmail(ctx: Ctx, userId: string): Promise<string> {
  const row = await maybeOne(
    ctx,
    () => z.object({ is_known: z.boolean(), new_email: z.nullable(z.string()) }),
    sql`
    select exists (select 1 from users where id = ${userId}) as is_known, (
      ${pendingEmails(userId)} order by created_at desc limit 1) as new_email`,
  );
  if (!row?.is_known) throw notFound("USR_NOT_FOUND");
  if (!row.new_email) throw unprocessable("NO_EMAIL_CHANGE_REQUEST");
  return row.new_email;
}
