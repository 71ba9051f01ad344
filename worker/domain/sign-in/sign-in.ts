import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { sessionUser } from "../../contract/entities/user.ts";
import { forbidden, TooManyRequests, unprocessable } from "../../contract/errors.ts";
import { audited } from "../audit/index.ts";
import type { Ctx } from "../context.ts";
import {
  accountTries,
  type Budget,
  consume,
  exhaustedFor,
  passwordTries,
  refundStatement,
  strictBudgets,
} from "../limits/index.ts";
import { isRightPassword, oneAtATime, tokenHash } from "../secrets/index.ts";
import {
  endShownSession,
  isKnownBrowser,
  knowBrowser,
  newSession,
  type SessionUser,
  userJson,
} from "../sessions/index.ts";
import { first, required, type RowOf } from "../sql.ts";

export type SignInInput = {
  username: string;
  password: string;
  browser_token: string | undefined;
  /** Of the session that the browser holds, which ends. */
  session_token: string | undefined;
};
export type SignedIn = {
  token: string;
  browser_token: string;
  user_id: string;
  created_at: string;
  expires_at: string;
  user: SessionUser;
};
const accountRow = () =>
  z.object({
    id: z.string(),
    password_hash: z.nullable(z.string()),
    session_epoch: z.int(),
    is_active: z.boolean(),
    has_agreed: z.boolean(),
    is_known_browser: z.boolean(),
  });
type Account = RowOf<typeof accountRow>;

/** Failures of everybody together: a flood is slowed down before it takes the processor from the shop. */
const everybody: Budget = { name: "sign-in:everybody", max: 3000, window_s: 60 };

/**
 * Signs a person in and ends the session that their browser held. Unknown, inactive and known accounts run the same
 * statements and the same hash (T12); only failures count against the budgets, and a browser that signed in before has its
 * own (T6). Throws INVALID_CREDENTIALS, USR_INACTIVE, USR_NOT_AGREED, TooManyRequests.
 */
export async function signIn(ctx: Ctx, input: SignInInput): Promise<SignedIn> {
  const browserHash = await tokenHash(input.browser_token ?? "");
  const ownBudgets = browserBudgets(browserHash);
  const strangerBudgets = await budgetsFor(ctx, input.username);
  const { account, own_wait_s, stranger_wait_s } = await findAccount(
    ctx,
    input.username,
    browserHash,
    ownBudgets,
    strangerBudgets,
  );
  const isKnown = account?.is_known_browser ?? false;
  const waitS = isKnown ? own_wait_s : stranger_wait_s;
  if (waitS !== null) throw new TooManyRequests(waitS);
  const keys = await oneAtATime(isKnown ? "known" : "strangers", async () => {
    const spent = await consume(ctx, isKnown ? ownBudgets : strangerBudgets);
    return (await isRightPassword(input.password, account?.password_hash)) ? spent : null;
  });
  if (keys === undefined) throw new TooManyRequests(5);
  if (!keys || !account) throw unprocessable("INVALID_CREDENTIALS");
  if (!account.is_active) throw forbidden("USR_INACTIVE");
  if (!account.has_agreed) throw forbidden("USR_NOT_AGREED");
  return startSession(ctx, account, keys, input);
}

const found = () =>
  z.object({
    account: z.nullable(accountRow()),
    own_wait_s: z.nullable(z.number()),
    stranger_wait_s: z.nullable(z.number()),
  });
type Found = RowOf<typeof found>;

/** The account, if any, and whether its budgets are used up already: a flood is turned away before it queues for a hash. */
async function findAccount(
  ctx: Ctx,
  username: string,
  browserHash: string,
  own: Budget[],
  stranger: Budget[],
): Promise<Found> {
  return required(
    ctx,
    found,
    sql`
    select
      ${await exhaustedFor(ctx, own)} as own_wait_s,
      ${await exhaustedFor(ctx, stranger)} as stranger_wait_s,
      (
        select json_build_object(
          'id', id, 'password_hash', password_hash, 'session_epoch', session_epoch,
          'is_active', is_active, 'has_agreed', agreed_at is not null,
          'is_known_browser', ${isKnownBrowser(browserHash)}
        )
        from users u
        where lower(email) = ${username}
      ) as account`,
    () => new Error("a select without from answers one row"),
  );
}

const browserBudgets = (hash: string): Budget[] => [{ name: `sign-in:browser:${hash}`, ...passwordTries }];

const budgetsFor = async (ctx: Ctx, username: string): Promise<Budget[]> => [
  ...strictBudgets(ctx, "sign-in"),
  await accountTries(ctx, username),
  everybody,
];

async function startSession(ctx: Ctx, account: Account, refunds: string[], input: SignInInput): Promise<SignedIn> {
  const browser = await knowBrowser(sql`u`, account.is_known_browser ? input.browser_token : undefined);
  const session = await newSession(ctx, "cookie", sql`u`);
  // Refuses a sign-in that was overtaken by whatever ends sessions: another password, address or role, an inactivation.
  const row = await first(
    ctx,
    () => z.object({ user_id: z.string(), created_at: z.string(), expires_at: z.string(), user: sessionUser }),
    sql`
    with u as (
      select * from users where id = ${account.id} and session_epoch = ${account.session_epoch} for share
    ), s as (${session.insert}),
    ended as (${await endShownSession(input.session_token)}),
    refunded as (${refundStatement(refunds)}),
    browser as (${browser.insert}),
    ${audited({ ...ctx, actor: { kind: "visitor" } }, "signIn", "user", "u")}
    select s.user_id, s.created_at, s.expires_at, ${userJson} as "user"
    from s join u on u.id = s.user_id join organizations o on o.id = u.org_id`,
  );
  if (!row) throw unprocessable("INVALID_CREDENTIALS");
  return { ...row, token: session.token, browser_token: browser.token };
}
