import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../context.ts";
import { type Budget, exhaustedFor, isVerificationCode } from "../../platform/index.ts";
import { isTrustedBrowser } from "../sessions/trusted-browsers.ts";
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
  });
export type Account = RowOf<typeof accountRow>;

/** Of users u. */
const account = (browserHash: string): SQL => sql`json_build_object(
  'id', u.id, 'password_hash', u.password_hash, 'session_epoch', u.session_epoch,
  'is_active', u.is_active, 'has_agreed', u.agreed_at is not null,
  'is_known_browser', ${isTrustedBrowser(browserHash)})`;

const found = () =>
  z.object({
    account: z.nullable(accountRow()),
    own_wait_s: z.nullable(z.number()),
    stranger_wait_s: z.nullable(z.number()),
  });

/** The account, if any, and whether its budgets are used up already: a flood is turned away before it queues for a hash. */
export async function findAccount(
  ctx: Ctx,
  username: string,
  browserHash: string,
  own: Budget[],
  stranger: Budget[],
): Promise<RowOf<typeof found>> {
  return one(
    ctx,
    found,
    sql`
    select
      ${await exhaustedFor(ctx, own)} as own_wait_s,
      ${await exhaustedFor(ctx, stranger)} as stranger_wait_s,
      (select ${account(browserHash)} from users u where lower(u.email) = ${username}) as account`,
    () => new Error("a select without from answers one row"),
  );
}

const triedRow = () => z.object({ code_id: z.string(), account: accountRow() });

/**
 * The account whose newest code this is. The try is counted and committed before the comparison, so that parallel guesses
 * cannot exceed five; undefined for every other text.
 */
export async function attemptCode(
  ctx: Ctx,
  username: string,
  code: string,
  browserHash: string,
): Promise<RowOf<typeof triedRow> | undefined> {
  const tried = await maybeOne(
    ctx,
    triedRow,
    sql`
    with tried as (
      update sign_in_codes c set attempts = c.attempts + 1
      where c.id = (
        select s.id from sign_in_codes s join users u on u.id = s.user_id where lower(u.email) = ${username}
        order by s.created_at desc limit 1
      ) and c.attempts < ${codeTriesMax} and c.used_at is null and c.expires_at > now()
      returning c.id, c.user_id
    )
    select tried.id as code_id, ${account(browserHash)} as account from tried join users u on u.id = tried.user_id`,
  );
  if (!tried) return undefined;
  return (await isVerificationCode(ctx.settings, tried.code_id, code)) ? tried : undefined;
}
