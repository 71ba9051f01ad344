import { sql } from "drizzle-orm";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/sso/session.ts";
import {
  forbidden,
  secondFactorRequired,
  TooManyRequests,
  unauthorized,
  unprocessable,
} from "../../../contract/errors.ts";
import {
  accountBudget,
  recordAlarmEvent,
  type Budget,
  consume,
  inFixedTime,
  isRightPassword,
  runOneAtATime,
  passwordTries,
  strictBudgets,
  tokenHash,
  wrongCodesBudget,
} from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { newChallenge } from "../factors/challenges.ts";
import { exists } from "../../sql.ts";
import { type Account, attemptCode, type BrowserHashes, findAccount } from "./accounts.ts";
import { refuseEmailCode, refuseSignIn } from "./refuse-sign-in.ts";
import {
  type BrowserCookies,
  refundPart,
  type SignInResult,
  type SignInProof,
  startSession,
  userPart,
} from "./start-session.ts";

export type SignInInput = InputOf<typeof contract.signIn>["body"] &
  BrowserCookies & {
    /**
     * False without a token of the bot check, and while the check is unreachable or over its quota: a known browser
     * or a mailed code must replace it.
     */
    is_checked: boolean;
    /** The cookie of a browser that needs no second factor. */
    trust_token: string | undefined;
    /** The secret in this browser's cookie, to which a challenge for a second factor is bound. */
    challenge_browser: string;
  };
type AccountProof = { account: Account; refunds: string[]; code_id?: string };

/** Counts failures from unknown browsers in the whole shop, to limit the processor time that a flood can take. */
const shopBudget: Budget = { name: "sign-in:everybody", max: 3000, window_s: 60 };

/**
 * Signs a user in and ends the browser's previous session. A user with a second factor who does not trust this browser
 * gets a challenge instead. Unknown, inactive and existing accounts run the same statements and the same hash (T12);
 * only failures count against the budgets, and a known browser has its own budget (T6).
 */
export async function signIn(ctx: Ctx, input: SignInInput): Promise<SignInResult> {
  const isByCode = !input.is_checked && Boolean(input.code);
  const proof = await (isByCode ? proveByCode(ctx, input, input.code ?? "") : proveByPassword(ctx, input));
  if (!proof.account.is_active) throw forbidden("USR_INACTIVE");
  if (!proof.account.has_agreed) throw forbidden("USR_NOT_AGREED");
  const needsFactor = proof.account.factors.length > 0 && !proof.account.has_trust;
  return needsFactor
    ? requireSecondFactor(ctx, proof, input)
    : startSession(ctx, await completeProof(proof, input), input);
}

async function completeProof({ account, refunds, code_id }: AccountProof, input: SignInInput): Promise<SignInProof> {
  const codeUse =
    code_id === undefined
      ? sql`select 1`
      : sql`update sign_in_codes set used_at = now() where id = ${code_id} and used_at is null returning 1`;
  return {
    account,
    refunds,
    parts: sql`proved as (${codeUse})`,
    refusal: code_id === undefined ? "INVALID_CREDENTIALS" : "INVALID_VERIFICATION_CODE",
    ...(account.factors.length > 0 && { trust_hash: await tokenHash(input.trust_token ?? "") }),
  };
}

/**
 * Asks for the second factor: the right password is refunded to the budgets, but starts no session.
 * @throws SECOND_FACTOR_REQUIRED
 */
async function requireSecondFactor(ctx: Ctx, proof: AccountProof, input: SignInInput): Promise<never> {
  const { account, parts, refunds, refusal } = await completeProof(proof, input);
  const challenge = await newChallenge("second-factor", input.challenge_browser, sql`u`);
  const isChallengeCreated = await exists(
    ctx,
    sql`
    with ${parts},
    ${userPart(account)},
    ${refundPart(refunds)}
    asked as (${challenge.insert})
    select 1 from asked`,
  );
  throw isChallengeCreated ? secondFactorRequired(proof.account.factors, challenge.token) : unprocessable(refusal);
}

type PasswordInput = Pick<SignInInput, "username" | "password" | "browser_token" | "trust_token" | "is_checked">;

/**
 * Checks a password; failures at sign-in and at the refresh of a session count against the same budgets. @throws
 * INVALID_CREDENTIALS, CAPTCHA_FAILED_MSG, TooManyRequests
 */
export async function proveByPassword(ctx: Ctx, input: PasswordInput): Promise<AccountProof> {
  if (!input.is_checked && input.browser_token === undefined) throw unauthorized("CAPTCHA_FAILED_MSG");
  const hashes = await hashCookies(input);
  const ownBudgets = [{ name: `sign-in:browser:${hashes.browser}`, ...passwordTries }];
  const strangerBudgets = await budgetsFor(ctx, input.username);
  const find = () => findAccount(ctx, input.username, hashes, ownBudgets, strangerBudgets);
  // Without a bot check, an unknown browser is refused before any hash; a fixed time then hides whether the account
  // exists.
  const { account, own_wait_s, stranger_wait_s } = await (input.is_checked ? find() : inFixedTime(find));
  const isKnown = account?.is_known_browser ?? false;
  if (!input.is_checked && !isKnown) throw unauthorized("CAPTCHA_FAILED_MSG");
  const waitS = isKnown ? own_wait_s : stranger_wait_s;
  if (waitS !== null) throw new TooManyRequests(waitS);
  const refunds = await runOneAtATime(isKnown ? "known" : "strangers", async () => {
    const spent = await consume(ctx, isKnown ? ownBudgets : strangerBudgets);
    return (await isRightPassword(input.password, account?.password_hash)) ? spent : null;
  });
  if (refunds === undefined) throw new TooManyRequests(5);
  if (!refunds || !account) throw await refuseSignIn(ctx, input.username);
  return { account, refunds };
}

/**
 * Checks a code that was mailed after the right password. The code has its own attempts, so that strangers cannot lock
 * the owner out.
 */
async function proveByCode(ctx: Ctx, input: SignInInput, code: string): Promise<AccountProof> {
  const refunds = await consume(ctx, strictBudgets(ctx, "sign-in"));
  const hashes = await hashCookies(input);
  const attempt = await inFixedTime(() => attemptCode(ctx, input.username, code, hashes));
  if (!attempt) {
    await recordAlarmEvent(ctx, wrongCodesBudget);
    throw await refuseEmailCode(ctx, input.username);
  }
  const isRight = await runOneAtATime("known", () => isRightPassword(input.password, attempt.account.password_hash));
  if (isRight === undefined) throw new TooManyRequests(5);
  if (!isRight) throw await refuseSignIn(ctx, input.username);
  return { account: attempt.account, refunds, code_id: attempt.code_id };
}

const budgetsFor = async (ctx: Ctx, username: string): Promise<Budget[]> => [
  ...strictBudgets(ctx, "sign-in"),
  await accountBudget(ctx, username),
  shopBudget,
];

const hashCookies = async (input: Pick<SignInInput, "browser_token" | "trust_token">): Promise<BrowserHashes> => ({
  browser: await tokenHash(input.browser_token ?? ""),
  trust: await tokenHash(input.trust_token ?? ""),
});
