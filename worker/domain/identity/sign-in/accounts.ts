import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { factorKinds } from "../../../../db/enums.ts";
import type { Ctx } from "../../context.ts";
import { type Budget, secondsUntilReset, isVerificationCode } from "../../platform/index.ts";
import { provableFactors } from "../factors/has-factor.ts";
import { hasTrust } from "../factors/trust.ts";
import { isKnownBrowser } from "../sessions/known-browsers.ts";
import { maybeOne, one, type RowOf } from "../../sql.ts";
import { codeTriesMax } from "./lifetimes.ts";

const accountRow = () =>
  z.object({
    id: z.string(),
    password_hash: z.nullable(z.string()),
    session_epoch: z.int(),
    is_active: z.boolean(),
    has_agreed: z.boolean(),
    is_known_browser: z.boolean(),
    factors: z.array(z.enum(factorKinds)),
    /** The user trusts this browser and so needs no second factor in it. */
    has_trust: z.boolean(),
  });
export type Account = RowOf<typeof accountRow>;

/** Hashes of the browser's cookies. */
export type BrowserHashes = { browser: string; trust: string };

const accountJson = (hashes: BrowserHashes): SQL => sql`json_build_object(
  'id', u.id, 'password_hash', u.password_hash, 'session_epoch', u.session_epoch,
  'is_active', u.is_active, 'has_agreed', u.agreed_at is not null,
  'is_known_browser', ${isKnownBrowser(hashes.browser)},
  'factors', ${provableFactors("u")}, 'has_trust', ${hasTrust(hashes.trust)})`;

const accountLookup = () =>
  z.object({
    account: z.nullable(accountRow()),
    own_wait_s: z.nullable(z.number()),
    stranger_wait_s: z.nullable(z.number()),
  });

/** Finds the account and the waits of exhausted budgets, which refuse a flood before it queues for a password hash. */
export async function findAccount(
  ctx: Ctx,
  username: string,
  hashes: BrowserHashes,
  ownBudgets: Budget[],
  strangerBudgets: Budget[],
): Promise<RowOf<typeof accountLookup>> {
  return one(
    ctx,
    accountLookup,
    sql`
    select
      ${await secondsUntilReset(ctx, ownBudgets)} as own_wait_s,
      ${await secondsUntilReset(ctx, strangerBudgets)} as stranger_wait_s,
      (select ${accountJson(hashes)} from users u where lower(u.email) = ${username}) as account`,
    () => new Error("a select without tables returned no row"),
  );
}

const attemptRow = () => z.object({ code_id: z.string(), account: accountRow() });

/**
 * The account whose newest code matches, else undefined. The attempt is counted and committed before the comparison, so
 * that parallel guesses cannot exceed five.
 */
export async function attemptCode(
  ctx: Ctx,
  username: string,
  code: string,
  hashes: BrowserHashes,
): Promise<RowOf<typeof attemptRow> | undefined> {
  const attempt = await maybeOne(
    ctx,
    attemptRow,
    sql`
    with attempt as (
      update sign_in_codes c set attempts = c.attempts + 1
      where c.id = (
        select s.id from sign_in_codes s join users u on u.id = s.user_id where lower(u.email) = ${username}
        order by s.created_at desc limit 1
      ) and c.attempts < ${codeTriesMax} and c.used_at is null and c.expires_at > now()
      returning c.id, c.user_id
    )
    select attempt.id as code_id, ${accountJson(hashes)} as account
    from attempt join users u on u.id = attempt.user_id`,
  );
  if (!attempt) return undefined;
  return (await isVerificationCode(ctx.settings, attempt.code_id, code)) ? attempt : undefined;
}
