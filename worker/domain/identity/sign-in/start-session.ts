import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { sessionUser } from "../../../contract/entities/user.ts";
import type { Errcode } from "../../../contract/errcodes.ts";
import { unprocessable } from "../../../contract/errors.ts";
import { audited, refundStatement } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { startTrust, recordTrustUse } from "../factors/trust.ts";
import { recordSignInParts } from "../security-events/record-event.ts";
import type { SessionUser } from "../sessions/session-lookup.ts";
import { endBrowserSessionParts, newSession } from "../sessions/sessions.ts";
import { recordKnownBrowser } from "../sessions/known-browsers.ts";
import { userJson } from "../sessions/user-rows.ts";
import { maybeOne } from "../../sql.ts";

export type BrowserCookies = { browser_token: string | undefined; session_token: string | undefined };

export type SignInProof = {
  account: { id: string; session_epoch: number; is_known_browser: boolean };
  /** CTEs, of which `proved` has a row if the proof was not used by another request. */
  parts: SQL;
  /** A statement that consumes the answered challenge; no row if another request did so first. */
  uses?: SQL;
  /** Budgets that a right proof does not count against. */
  refunds: string[];
  refusal: Errcode<"unprocessable">;
  /** Hash of the cookie by which this browser needs no second factor. */
  trust_hash?: string;
  /** Whether the browser needs no second factor from now on. */
  starts_trust?: boolean;
};

export type SignInResult = {
  token: string;
  browser_token: string;
  trust_token: string | undefined;
  user_id: string;
  created_at: string;
  expires_at: string;
  user: SessionUser;
};

/** Consumes the proof, starts a session and ends the browser's previous one. @throws the proof's refusal */
export async function startSession(ctx: Ctx, proof: SignInProof, cookies: BrowserCookies): Promise<SignInResult> {
  const { account, refunds, trust_hash: trustHash } = proof;
  const browser = await recordKnownBrowser(sql`u`, account.is_known_browser ? cookies.browser_token : undefined);
  const session = await newSession(ctx, "cookie", sql`u`, { former: cookies.session_token });
  const trust = proof.starts_trust ? await startTrust(ctx, sql`u`) : undefined;
  // No row if a change of the password, address or role, a new factor or a deactivation ended all sessions meanwhile.
  const row = await maybeOne(
    ctx,
    () => z.object({ user_id: z.string(), created_at: z.string(), expires_at: z.string(), user: sessionUser }),
    sql`
    with ${proof.parts},
    ${proof.uses ? sql`answered as (${proof.uses}),` : sql``}
    ${userPart(account, proof.uses ? sql`and exists (select 1 from answered)` : sql``)},
    browser as (${browser.insert}),
    s as (${session.insert}),
    ${trust ? sql`trusted as (${trust.insert}),` : sql``}
    ${trustHash === undefined ? sql`` : sql`seen as (${recordTrustUse(trustHash)}),`}
    ${await endBrowserSessionParts(ctx, cookies.session_token)},
    ${refundPart(refunds)}
    ${recordSignInParts(ctx, account.is_known_browser)},
    ${audited({ ...ctx, actor: { kind: "visitor" } }, "signIn", "user", "u")}
    select s.user_id, s.created_at, s.expires_at, ${userJson} as "user"
    from s join u on u.id = s.user_id join organizations o on o.id = u.org_id`,
  );
  if (!row) throw unprocessable(proof.refusal);
  ctx.wakeWorkers();
  return { ...row, token: session.token, browser_token: browser.token, trust_token: trust?.token };
}

/** The CTE `u`: the user, unless all sessions were ended since the proof, or another request consumed the proof. */
export const userPart = (
  { id, session_epoch }: Pick<SignInProof["account"], "id" | "session_epoch">,
  condition: SQL = sql``,
): SQL => sql`
  u as (
    select * from users
    where id = ${id} and session_epoch = ${session_epoch} and exists (select 1 from proved) ${condition}
    for share of users
  )`;

export const refundPart = (keys: string[]): SQL =>
  keys.length === 0 ? sql`` : sql`refunded as (${refundStatement(keys)}),`;
