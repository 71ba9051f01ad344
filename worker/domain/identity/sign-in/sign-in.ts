import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { sessionUser } from "../../../contract/entities/user.ts";
import { forbidden, TooManyRequests, unauthorized, unprocessable } from "../../../contract/errors.ts";
import {
  accountTries,
  alarm,
  audited,
  type Budget,
  consume,
  inFixedTime,
  isRightPassword,
  oneAtATime,
  passwordTries,
  refundStatement,
  strictBudgets,
  tokenHash,
  wrongCodes,
} from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { endShownSession, newSession, type SessionUser } from "../sessions/sessions.ts";
import { knowBrowser } from "../sessions/trusted-browsers.ts";
import { userJson } from "../sessions/user-rows.ts";
import { maybeOne } from "../../sql.ts";
import { type Account, findAccount, attemptCode } from "./accounts.ts";
import { refuseSignIn } from "./refuse-sign-in.ts";

export type SignInInput = {
  username: string;
  password: string;
  /** In place of the bot check. */
  code?: string | undefined;
  /** False where the bot check gave no token or cannot be reached: then a known browser or a code must stand in for it. */
  is_checked: boolean;
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
/** What allows a session: the tries to give back, and the code that it uses up. */
type Proof = { account: Account; refunds: string[]; code_id?: string };

/** Failures of everybody together: a flood is slowed down before it takes the processor from the shop. */
const everybody: Budget = { name: "sign-in:everybody", max: 3000, window_s: 60 };

/**
 * Signs a person in and ends the session that their browser held. Unknown, inactive and known accounts run the same
 * statements and the same hash (T12); only failures count against the budgets, and a browser that signed in before has its
 * own (T6). Throws CAPTCHA_FAILED_MSG, INVALID_CREDENTIALS, INVALID_VERIFICATION_CODE, USR_INACTIVE, USR_NOT_AGREED,
 * TooManyRequests.
 */
export async function signIn(ctx: Ctx, input: SignInInput): Promise<SignedIn> {
  const isByCode = !input.is_checked && Boolean(input.code);
  const proof = await (isByCode ? proveByCode(ctx, input, input.code ?? "") : proveByPassword(ctx, input));
  if (!proof.account.is_active) throw forbidden("USR_INACTIVE");
  if (!proof.account.has_agreed) throw forbidden("USR_NOT_AGREED");
  return startSession(ctx, proof, input);
}

async function proveByPassword(ctx: Ctx, input: SignInInput): Promise<Proof> {
  if (!input.is_checked && input.browser_token === undefined) throw unauthorized("CAPTCHA_FAILED_MSG");
  const browserHash = await tokenHash(input.browser_token ?? "");
  const ownBudgets = [{ name: `sign-in:browser:${browserHash}`, ...passwordTries }];
  const strangerBudgets = await budgetsFor(ctx, input.username);
  const find = () => findAccount(ctx, input.username, browserHash, ownBudgets, strangerBudgets);
  // No hash hides what is found where the browser is not known and no bot check vouches for the caller.
  const { account, own_wait_s, stranger_wait_s } = await (input.is_checked ? find() : inFixedTime(find));
  const isKnown = account?.is_known_browser ?? false;
  if (!input.is_checked && !isKnown) throw unauthorized("CAPTCHA_FAILED_MSG");
  const waitS = isKnown ? own_wait_s : stranger_wait_s;
  if (waitS !== null) throw new TooManyRequests(waitS);
  const refunds = await oneAtATime(isKnown ? "known" : "strangers", async () => {
    const spent = await consume(ctx, isKnown ? ownBudgets : strangerBudgets);
    return (await isRightPassword(input.password, account?.password_hash)) ? spent : null;
  });
  if (refunds === undefined) throw new TooManyRequests(5);
  if (!refunds || !account) throw await refuseSignIn(ctx, input.username);
  return { account, refunds };
}

/** The code was mailed after the right password: it has tries of its own, so that nobody can lock its owner out of this way. */
async function proveByCode(ctx: Ctx, input: SignInInput, code: string): Promise<Proof> {
  const refunds = await consume(ctx, strictBudgets(ctx, "sign-in"));
  const browserHash = await tokenHash(input.browser_token ?? "");
  const tried = await inFixedTime(() => attemptCode(ctx, input.username, code, browserHash));
  if (!tried) {
    await alarm(ctx, wrongCodes);
    throw unprocessable("INVALID_VERIFICATION_CODE");
  }
  const isRight = await oneAtATime("known", () => isRightPassword(input.password, tried.account.password_hash));
  if (isRight === undefined) throw new TooManyRequests(5);
  if (!isRight) throw await refuseSignIn(ctx, input.username);
  return { account: tried.account, refunds, code_id: tried.code_id };
}

const budgetsFor = async (ctx: Ctx, username: string): Promise<Budget[]> => [
  ...strictBudgets(ctx, "sign-in"),
  await accountTries(ctx, username),
  everybody,
];

async function startSession(ctx: Ctx, { account, refunds, code_id }: Proof, input: SignInInput): Promise<SignedIn> {
  const browser = await knowBrowser(sql`u`, account.is_known_browser ? input.browser_token : undefined);
  const session = await newSession(ctx, "cookie", sql`u`, { former: input.session_token });
  const used =
    code_id === undefined
      ? sql`select 1`
      : sql`update sign_in_codes set used_at = now() where id = ${code_id} and used_at is null returning 1`;
  // Refuses a sign-in that was overtaken by whatever ends sessions: another password, address or role, an inactivation.
  const row = await maybeOne(
    ctx,
    () => z.object({ user_id: z.string(), created_at: z.string(), expires_at: z.string(), user: sessionUser }),
    sql`
    with used as (${used}),
    u as (
      select * from users
      where id = ${account.id} and session_epoch = ${account.session_epoch} and exists (select 1 from used)
      for share of users
    ), browser as (${browser.insert}),
    s as (${session.insert}),
    ${await endShownSession(ctx, input.session_token)},
    refunded as (${refundStatement(refunds)}),
    ${audited({ ...ctx, actor: { kind: "visitor" } }, "signIn", "user", "u")}
    select s.user_id, s.created_at, s.expires_at, ${userJson} as "user"
    from s join u on u.id = s.user_id join organizations o on o.id = u.org_id`,
  );
  if (!row) throw unprocessable(code_id === undefined ? "INVALID_CREDENTIALS" : "INVALID_VERIFICATION_CODE");
  return { ...row, token: session.token, browser_token: browser.token };
}
