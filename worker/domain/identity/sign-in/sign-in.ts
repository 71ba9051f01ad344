import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/sso/session.ts";
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
import { recordSignIn } from "../security-events/record-event.ts";
import type { SessionUser } from "../sessions/session-lookup.ts";
import { endBrowserSession, newSession } from "../sessions/sessions.ts";
import { trustBrowser } from "../sessions/trusted-browsers.ts";
import { userJson } from "../sessions/user-rows.ts";
import { maybeOne } from "../../sql.ts";
import { type Account, findAccount, attemptCode } from "./accounts.ts";
import { refuseSignIn } from "./refuse-sign-in.ts";

export type SignInInput = InputOf<typeof contract.signIn>["body"] & {
  /** False if the bot check gave no token or is unreachable: a trusted browser or a code must replace it. */
  is_checked: boolean;
  browser_token: string | undefined;
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
type Proof = { account: Account; refunds: string[]; code_id?: string };

/** Failures of all callers together: limits the processor time that a flood can take. */
const shopBudget: Budget = { name: "sign-in:everybody", max: 3000, window_s: 60 };

/**
 * Signs a user in and ends the browser's previous session. Unknown, inactive and existing accounts run the same
 * statements and the same hash (T12); only failures count against the budgets, and a trusted browser has its own budget
 * (T6).
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
  // Constant time replaces the hash as a cover if the browser is not trusted and no bot check vouches for the caller.
  const { account, own_wait_s, stranger_wait_s } = await (input.is_checked ? find() : inFixedTime(find));
  const isTrusted = account?.is_trusted_browser ?? false;
  if (!input.is_checked && !isTrusted) throw unauthorized("CAPTCHA_FAILED_MSG");
  const waitS = isTrusted ? own_wait_s : stranger_wait_s;
  if (waitS !== null) throw new TooManyRequests(waitS);
  const refunds = await oneAtATime(isTrusted ? "known" : "strangers", async () => {
    const spent = await consume(ctx, isTrusted ? ownBudgets : strangerBudgets);
    return (await isRightPassword(input.password, account?.password_hash)) ? spent : null;
  });
  if (refunds === undefined) throw new TooManyRequests(5);
  if (!refunds || !account) throw await refuseSignIn(ctx, input.username);
  return { account, refunds };
}

/**
 * The code was mailed after the right password. It has its own attempts, so that strangers cannot lock the owner out.
 */
async function proveByCode(ctx: Ctx, input: SignInInput, code: string): Promise<Proof> {
  const refunds = await consume(ctx, strictBudgets(ctx, "sign-in"));
  const browserHash = await tokenHash(input.browser_token ?? "");
  const attempt = await inFixedTime(() => attemptCode(ctx, input.username, code, browserHash));
  if (!attempt) {
    await alarm(ctx, wrongCodes);
    throw unprocessable("INVALID_VERIFICATION_CODE");
  }
  const isRight = await oneAtATime("known", () => isRightPassword(input.password, attempt.account.password_hash));
  if (isRight === undefined) throw new TooManyRequests(5);
  if (!isRight) throw await refuseSignIn(ctx, input.username);
  return { account: attempt.account, refunds, code_id: attempt.code_id };
}

const budgetsFor = async (ctx: Ctx, username: string): Promise<Budget[]> => [
  ...strictBudgets(ctx, "sign-in"),
  await accountTries(ctx, username),
  shopBudget,
];

async function startSession(ctx: Ctx, { account, refunds, code_id }: Proof, input: SignInInput): Promise<SignedIn> {
  const browser = await trustBrowser(sql`u`, account.is_trusted_browser ? input.browser_token : undefined);
  const session = await newSession(ctx, "cookie", sql`u`, { former: input.session_token });
  const used =
    code_id === undefined
      ? sql`select 1`
      : sql`update sign_in_codes set used_at = now() where id = ${code_id} and used_at is null returning 1`;
  // No row if a password, address or role change or an inactivation ended all sessions meanwhile.
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
    ${await endBrowserSession(ctx, input.session_token)},
    refunded as (${refundStatement(refunds)}),
    ${recordSignIn(ctx, account.is_trusted_browser)},
    ${audited({ ...ctx, actor: { kind: "visitor" } }, "signIn", "user", "u")}
    select s.user_id, s.created_at, s.expires_at, ${userJson} as "user"
    from s join u on u.id = s.user_id join organizations o on o.id = u.org_id`,
  );
  if (!row) throw unprocessable(code_id === undefined ? "INVALID_CREDENTIALS" : "INVALID_VERIFICATION_CODE");
  ctx.wakeWorkers();
  return { ...row, token: session.token, browser_token: browser.token };
}
