import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { factorKinds } from "../../../../db/enums.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type { RequestOptions } from "../../../contract/entities/passkey.ts";
import type { Errcode } from "../../../contract/errcodes.ts";
import { BadRequest, forbidden, unauthorized, unprocessable } from "../../../contract/errors.ts";
import type * as contract from "../../../contract/v1/sso/session.ts";
import { audited, consume, strictBudgets, tokenHash } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { type FormToken, nextToken, resubmitWindow } from "../impersonation/next-token.ts";
import { recordSecurityEventParts } from "../security-events/record-event.ts";
import { requireBrowser } from "../sessions/require-browser.ts";
import type { Session } from "../sessions/session-lookup.ts";
import { isUsable } from "../sessions/usable.ts";
import { proveByPassword } from "../sign-in/sign-in.ts";
import { refundPart, userPart } from "../sign-in/start-session.ts";
import { iso, maybeOne, one, type RowOf } from "../../sql.ts";
import { hasToken, isAnswerable, newChallenge, consumeChallenge } from "./challenges.ts";
import { freshWindow } from "./fresh-sign-in.ts";
import { provableFactors } from "./has-factor.ts";
import { proveByCode } from "./prove-by-code.ts";
import { descriptor, descriptorRow, proveByPasskey, toRequestOptions } from "./prove-by-passkey.ts";
import { readChallenge } from "./webauthn.ts";

/**
 * A passkey's challenge for the current user. @throws SECOND_FACTOR_MISSING without a passkey, USR_NOT_AUTHORIZED for a
 * desktop token
 */
export async function requestRefresh(
  ctx: Ctx,
  { challenge_browser }: { challenge_browser: string },
): Promise<{ options: RequestOptions }> {
  const { user_id } = requireBrowser(ctx);
  const challenge = await newChallenge("refresh", challenge_browser, sql`u`);
  const { allowed } = await one(
    ctx,
    () => z.object({ allowed: z.array(descriptorRow()) }),
    sql`
    with u as (
      select * from users
      where id = ${user_id} and exists (select 1 from passkeys p where p.user_id = users.id)
    ),
    asked as (${challenge.insert})
    select (select json_agg(${descriptor} order by p.created_at) from passkeys p where p.user_id = u.id) as allowed
    from u`,
    () => unprocessable("SECOND_FACTOR_MISSING"),
  );
  return { options: toRequestOptions(ctx, challenge.token, allowed) };
}

export type Proof = InputOf<typeof contract.refreshSession>["body"];
type BrowserTokens = { challenge_browser: string; browser_token: string | undefined; form_token?: FormToken };

const refreshedSession = () => z.object({ expires_at: z.string(), fresh_until: z.string() });
export type RefreshedSession = RowOf<typeof refreshedSession> & { token: string };

const accountRow = () => z.object({ email: z.string(), session_epoch: z.int(), factors: z.array(z.enum(factorKinds)) });
type Account = RowOf<typeof accountRow> & { id: string };

/** Fields as in `SignInProof`. */
type RefreshProof = { parts: SQL; uses?: SQL; refunds: string[]; refusal: Errcode<"unprocessable"> };

/**
 * Makes the session fresh and replaces its token, so that a stolen copy of the former token stops working. Two submits
 * of the same form get one session (`findRefreshedSession`).
 *
 * @throws CHALLENGE_ENDED, INVALID_CREDENTIALS, INVALID_VERIFICATION_CODE, PASSKEY_REFUSED, TooManyRequests, BadRequest
 * for no, several or another kind of proof, USR_NOT_AUTHORIZED for a desktop token and in an impersonation
 */
export async function refreshSession(
  ctx: Ctx,
  session: Pick<Session, "session_id" | "token_hash">,
  proof: Proof,
  browser: BrowserTokens,
): Promise<RefreshedSession> {
  const { user_id, impersonator_id } = requireBrowser(ctx);
  if (impersonator_id) throw forbidden("USR_NOT_AUTHORIZED");
  await consume(ctx, strictBudgets(ctx, "refresh", user_id));
  const account = await one(
    ctx,
    accountRow,
    sql`select u.email, u.session_epoch, ${provableFactors("u")} as factors from users u where u.id = ${user_id}`,
    () => unauthorized("INVALID_JWT"),
  );
  const { parts, uses, refunds, refusal } = await prove(ctx, { ...account, id: user_id }, proof, browser);
  const isAnswered = uses ? sql`and exists (select 1 from answered)` : sql``;
  const token = await nextToken(ctx, browser.form_token, `refresh:${proofKey(proof)}`);
  const row = await maybeOne(
    ctx,
    refreshedSession,
    sql`
    with ${parts},
    ${uses ? sql`answered as (${uses}),` : sql``}
    ${userPart({ id: user_id, session_epoch: account.session_epoch }, isAnswered)},
    ${refundPart(refunds)}
    s as (
      update sessions set
        token_hash = decode(${await tokenHash(token)}, 'hex'), former_token_hash = sessions.token_hash,
        exchanged_at = now(), authenticated_at = now(), last_seen_at = now()
      from u
      where sessions.id = ${session.session_id} and sessions.token_hash = decode(${session.token_hash}, 'hex')
        and sessions.user_id = u.id and sessions.user_epoch = u.session_epoch
        and sessions.actor_id is null and sessions.kind = 'cookie' and sessions.revoked_at is null
      returning sessions.expires_at
    ),
    refreshed as (select u.id, u.org_id from u, s),
    ${recordSecurityEventParts(ctx, "confirmed", "refreshed")},
    ${audited(ctx, "refreshSession", "user", "refreshed")}
    select ${iso("s.expires_at")} as expires_at, ${iso(`(now() + interval '${freshWindow}')`)} as fresh_until from s`,
  );
  if (!row) throw unprocessable(refusal);
  return { ...row, token };
}

/**
 * The session that the first of two submits of the same form with the same proof refreshed; undefined if that session
 * has ended, or the first submit was more than a minute ago.
 */
export async function findRefreshedSession(
  ctx: Ctx,
  formToken: string,
  proof: Proof,
): Promise<RefreshedSession | undefined> {
  const token = await nextToken(ctx, formToken, `refresh:${proofKey(proof)}`);
  const row = await maybeOne(
    ctx,
    refreshedSession,
    sql`
    select ${iso("s.expires_at")} as expires_at,
      ${iso(`(s.authenticated_at + interval '${freshWindow}')`)} as fresh_until
    from sessions s join users u on u.id = s.user_id left join users a on a.id = s.actor_id
    where s.token_hash = decode(${await tokenHash(token)}, 'hex')
      and s.former_token_hash = decode(${await tokenHash(formToken)}, 'hex')
      and s.exchanged_at > now() - ${resubmitWindow}::interval and ${isUsable}`,
  );
  return row && { ...row, token };
}

/** The next token is derived from this key, too, so that the former token alone does not lead to the fresh session. */
const proofKey = ({ code, password, response }: Proof): string => JSON.stringify([code, password, response?.id]);

function prove(ctx: Ctx, account: Account, proof: Proof, browser: BrowserTokens): Promise<RefreshProof> {
  const { code, password, response } = proof;
  if ([code, password, response].filter((each) => each !== undefined).length !== 1)
    throw invalidProof("code", "Send one of code, response and password.");
  if (password !== undefined) return proveOwnPassword(ctx, account, password, browser);
  if (account.factors.length === 0) throw invalidProof("password", "Send your password.");
  return response ? proveOwnPasskey(ctx, account, response, browser) : proveOwnCode(ctx, account, code ?? "");
}

const invalidProof = (field: string, message: string) => new BadRequest([{ code: "custom", path: [field], message }]);

async function proveOwnPassword(
  ctx: Ctx,
  { email, factors }: Account,
  password: string,
  { browser_token }: BrowserTokens,
): Promise<RefreshProof> {
  if (factors.length > 0) throw invalidProof("password", "Use your passkey or a code.");
  const input = { username: email.toLowerCase(), password, browser_token, trust_token: undefined, is_checked: true };
  const { refunds } = await proveByPassword(ctx, input);
  return { parts: sql`proved as (select 1)`, refunds, refusal: "INVALID_CREDENTIALS" };
}

async function proveOwnCode(ctx: Ctx, { id }: Account, code: string): Promise<RefreshProof> {
  return { parts: await proveByCode(ctx, id, code), refunds: [], refusal: "INVALID_VERIFICATION_CODE" };
}

async function proveOwnPasskey(
  ctx: Ctx,
  { id, session_epoch }: Account,
  response: NonNullable<Proof["response"]>,
  { challenge_browser }: BrowserTokens,
): Promise<RefreshProof> {
  const token = readChallenge(response);
  const challenge = await one(
    ctx,
    () => z.object({ id: z.string() }),
    sql`
    select c.id from sign_in_challenges c
    where ${await isAnswerable("refresh", challenge_browser)} and ${await hasToken(token)}
      and c.user_id = ${id} and c.user_epoch = ${session_epoch}`,
    () => unprocessable("CHALLENGE_ENDED"),
  );
  const { parts } = await proveByPasskey(ctx, response, token, id);
  return { parts, uses: consumeChallenge(challenge.id), refunds: [], refusal: "PASSKEY_REFUSED" };
}
