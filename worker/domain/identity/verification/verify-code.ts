import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { verificationScopes } from "../../../../db/enums.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/sso/verification.ts";
import { unprocessable } from "../../../contract/errors.ts";
import type { Ctx } from "../../context.ts";
import {
  recordAlarmEvent,
  consume,
  derivedToken,
  isVerificationCode,
  newToken,
  strictBudgets,
  tokenHash,
  wrongCodesBudget,
} from "../../platform/index.ts";
import { mayUseCode } from "./blocked.ts";
import { codeTriesMax, verificationTokenLife } from "./lifetimes.ts";
import { maybeOne, exists, type RowOf } from "../../sql.ts";

export type VerifyInput = InputOf<typeof contract.verifyCode>["body"];
const candidateRow = () => z.object({ id: z.string(), scope: z.enum(verificationScopes) });
type Candidate = RowOf<typeof candidateRow>;

/**
 * Exchanges a code for a verification token that lives 15 minutes. The attempt is counted and committed before the
 * comparison, so that parallel guesses cannot exceed five; the code itself is consumed later, by the action that the
 * token allows (O-066).
 */
export async function verifyCode(ctx: Ctx, input: VerifyInput): Promise<{ token: string; user_id: string }> {
  await consume(ctx, strictBudgets(ctx, "verification"));
  const candidate = await recordTry(ctx, input);
  if (!candidate || !(await isVerificationCode(ctx.settings, candidate.id, input.code))) {
    await recordAlarmEvent(ctx, wrongCodesBudget);
    // Only wrong attempts count against the account's budget and are refused by it, so that strangers who know a user
    // id cannot lock the owner out.
    await consume(ctx, strictBudgets(ctx, "verification", input.user_id).slice(1));
    throw candidate ? unprocessable("INVALID_VERIFICATION_CODE") : await refusalFor(ctx, input);
  }
  if (candidate.scope !== input.scope) throw unprocessable("INVALID_VERIFICATION_SCOPE");
  return issueToken(ctx, candidate, input.user_id);
}

/** Counts an attempt on the newest code of the requested scope, or of another scope if none is pending in it. */
async function recordTry(ctx: Ctx, input: VerifyInput): Promise<Candidate | undefined> {
  return maybeOne(
    ctx,
    candidateRow,
    sql`
    with newest as (
      select distinct on (scope) id, scope from verification_codes
      where user_id = ${input.user_id} order by scope, created_at desc
    )
    update verification_codes c set attempts = c.attempts + 1
    where c.id = (
      select c2.id from newest join verification_codes c2 on c2.id = newest.id join users u on u.id = c2.user_id
      where c2.used_at is null and c2.expires_at > now() and ${mayUseCode("c2")}
      order by (c2.scope = ${input.scope}) desc, c2.created_at desc limit 1
    ) and c.attempts < ${codeTriesMax} and c.used_at is null
    returning c.id, c.scope`,
  );
}

async function refusalFor(ctx: Ctx, input: VerifyInput) {
  if (input.scope !== "verify:email-change") return unprocessable("INVALID_VERIFICATION_CODE");
  const isFound = await exists(
    ctx,
    sql`
    select 1 from users u where u.id = ${input.user_id}
      and not exists (select 1 from verification_codes c where c.user_id = u.id and c.scope = ${input.scope})`,
  );
  return unprocessable(isFound ? "NO_EMAIL_CHANGE_REQUEST" : "INVALID_VERIFICATION_CODE");
}

async function issueToken(ctx: Ctx, candidate: Candidate, userId: string) {
  // A set-up link may be opened in several windows and by mail scanners: all of them work until one finishes.
  const isShared = candidate.scope === "verify:user-setup";
  const token = isShared ? await derivedToken(ctx.settings.CODE_PEPPER, candidate.id) : newToken();
  const hash = await tokenHash(token);
  // A right attempt does not count: reloading the page must not void the link.
  const isFound = await exists(
    ctx,
    sql`
    update verification_codes
    set
      token_hash = decode(${hash}, 'hex'),
      token_expires_at = now() + ${verificationTokenLife}::interval,
      attempts = greatest(attempts - 1, 0)
    where id = ${candidate.id} and used_at is null and expires_at > now() returning 1`,
  );
  if (!isFound) throw unprocessable("INVALID_VERIFICATION_CODE");
  return { token, user_id: userId };
}
