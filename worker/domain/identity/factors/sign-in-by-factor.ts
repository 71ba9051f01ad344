import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { factorKinds } from "../../../../db/enums.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type { RequestOptions } from "../../../contract/entities/passkey.ts";
import type * as contract from "../../../contract/v1/sso/session.ts";
import { BadRequest, forbidden, unprocessable } from "../../../contract/errors.ts";
import { type Budget, consume, newToken, strictBudgets, tokenHash } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { isKnownBrowser } from "../sessions/known-browsers.ts";
import { auditingRefusal } from "../sign-in/refuse-sign-in.ts";
import { type BrowserCookies, type SignInResult, startSession } from "../sign-in/start-session.ts";
import { maybeOne, one } from "../../sql.ts";
import { hasToken, isAnswerable, newChallenge, consumeChallenge } from "./challenges.ts";
import { provableFactors } from "./has-factor.ts";
import { proveByCode } from "./prove-by-code.ts";
import { descriptor, descriptorRow, proveByPasskey, toRequestOptions } from "./prove-by-passkey.ts";
import { readChallenge, toBase64url, toHex } from "./webauthn.ts";

const challengeEndedError = () => unprocessable("CHALLENGE_ENDED");

type ChallengeBrowser = { challenge_browser: string };
type Answer = Omit<InputOf<typeof contract.signInByFactor>["body"], "challenge"> & {
  /** Undefined for the form of the sign-in page, whose challenge is found by the browser's cookie. */
  challenge: string | undefined;
} & ChallengeBrowser &
  BrowserCookies;

const isPending = async ({ challenge, challenge_browser }: { challenge: string | undefined } & ChallengeBrowser) => sql`
  ${await isAnswerable("second-factor", challenge_browser)}
  and ${challenge === undefined ? sql`true` : await hasToken(challenge)}`;

const pendingFactor = () => z.object({ email: z.string(), factors: z.array(z.enum(factorKinds)) });
export type PendingFactor = z.output<ReturnType<typeof pendingFactor>>;

export async function findPendingFactor(ctx: Ctx, browser: string): Promise<PendingFactor | undefined> {
  return maybeOne(
    ctx,
    pendingFactor,
    sql`
    select u.email, ${provableFactors("u")} as factors
    from sign_in_challenges c join users u on u.id = c.user_id and u.session_epoch = c.user_epoch
    where ${await isPending({ challenge: undefined, challenge_browser: browser })}
    order by c.created_at desc limit 1`,
  );
}

/** A passkey's challenge for the second step. @throws CHALLENGE_ENDED */
export async function requestSecondFactor(
  ctx: Ctx,
  input: { challenge: string | undefined } & ChallengeBrowser,
): Promise<{ options: RequestOptions }> {
  const challenge = newToken();
  const row = await one(
    ctx,
    () => z.object({ allowed: z.array(descriptorRow()) }),
    sql`
    with asked as (
      update sign_in_challenges set webauthn_challenge = decode(${toHex(challenge)}, 'hex')
      where id = (
        select c.id from sign_in_challenges c where ${await isPending(input)} order by c.created_at desc limit 1
      )
      returning user_id
    )
    select coalesce((
      select json_agg(${descriptor} order by p.created_at) from passkeys p where p.user_id = asked.user_id
    ), '[]') as allowed
    from asked`,
    challengeEndedError,
  );
  return { options: toRequestOptions(ctx, challenge, row.allowed) };
}

const pendingChallengeRow = () =>
  z.object({
    id: z.string(),
    user_id: z.string(),
    session_epoch: z.int(),
    is_known_browser: z.boolean(),
    webauthn_challenge: z.nullable(z.string()),
  });

/**
 * Counts an attempt before its code is compared, so that parallel guesses cannot exceed the limit. @throws
 * CHALLENGE_ENDED, INVALID_VERIFICATION_CODE, PASSKEY_REFUSED, TooManyRequests, BadRequest unless either a code or a
 * response is sent
 */
export async function signInByFactor(ctx: Ctx, input: Answer): Promise<SignInResult> {
  const { code, response } = input;
  if ((code === undefined) === (response === undefined))
    throw new BadRequest([{ code: "custom", path: ["code"], message: "Send either a code or a response." }]);
  const refunds = await consume(ctx, strictBudgets(ctx, "second-factor"));
  const pendingChallenge = await one(
    ctx,
    pendingChallengeRow,
    sql`
    update sign_in_challenges c set wrong_codes = c.wrong_codes + ${code === undefined ? 0 : 1}
    from users u
    where c.id = (
        select c.id from sign_in_challenges c where ${await isPending(input)} order by c.created_at desc limit 1
      )
      and ${await isPending(input)}
      and u.id = c.user_id and u.session_epoch = c.user_epoch
    returning c.id, u.id as user_id, u.session_epoch,
      ${isKnownBrowser(await tokenHash(input.browser_token ?? ""))} as is_known_browser,
      encode(c.webauthn_challenge, 'hex') as webauthn_challenge`,
    challengeEndedError,
  );
  const { user_id, session_epoch, is_known_browser } = pendingChallenge;
  return auditingRefusal(ctx, sql`u.id = ${user_id}`, "second factor", async () => {
    const proof =
      code === undefined
        ? await proveResponse(ctx, input, pendingChallenge)
        : { parts: await proveByCode(ctx, user_id, code), refusal: "INVALID_VERIFICATION_CODE" as const };
    return startSession(
      ctx,
      {
        ...proof,
        account: { id: user_id, session_epoch, is_known_browser },
        uses: consumeChallenge(pendingChallenge.id),
        refunds,
        starts_trust: input.trust_browser ?? false,
      },
      input,
    );
  });
}

async function proveResponse(
  ctx: Ctx,
  { response }: Answer,
  { user_id, webauthn_challenge }: { user_id: string; webauthn_challenge: string | null },
) {
  if (!response || webauthn_challenge === null) throw challengeEndedError();
  const { parts } = await proveByPasskey(ctx, response, toBase64url(webauthn_challenge), user_id);
  return { parts, refusal: "PASSKEY_REFUSED" as const };
}

/**
 * Budgets for the options of passkey sign-ins, which visitors get without a bot check; one network may be a whole
 * office.
 */
const optionsBudgets = (ctx: Ctx): Budget[] => [
  { name: `passkey-options:address:${ctx.network}`, max: 60, window_s: 60 },
  { name: "passkey-options:everybody", max: 3000, window_s: 60 },
];

export async function requestPasskeySignIn(ctx: Ctx, { challenge_browser }: ChallengeBrowser) {
  await consume(ctx, optionsBudgets(ctx));
  const challenge = await newChallenge("passkey-sign-in", challenge_browser);
  await ctx.db.execute(challenge.insert);
  return { options: toRequestOptions(ctx, challenge.token) };
}

const accountRow = () =>
  z.object({
    id: z.string(),
    session_epoch: z.int(),
    is_active: z.boolean(),
    has_agreed: z.boolean(),
    is_known_browser: z.boolean(),
  });

/**
 * A sign-in that needs no password, because the passkey verified its user. @throws CHALLENGE_ENDED, PASSKEY_REFUSED,
 * USR_INACTIVE, USR_NOT_AGREED, TooManyRequests
 */
export async function signInByPasskey(
  ctx: Ctx,
  input: InputOf<typeof contract.signInByPasskey>["body"] & ChallengeBrowser & BrowserCookies,
): Promise<SignInResult> {
  const refunds = await consume(ctx, strictBudgets(ctx, "passkey-sign-in"));
  const { response } = input;
  const token = readChallenge(response);
  const challenge = await one(
    ctx,
    () => z.object({ id: z.string() }),
    sql`
    select c.id from sign_in_challenges c
    where ${await isAnswerable("passkey-sign-in", input.challenge_browser)} and ${await hasToken(token)}`,
    challengeEndedError,
  );
  const passkeyOwner = sql`
    u.id = (select p.user_id from passkeys p where p.credential_id = decode(${toHex(response.id)}, 'hex'))`;
  const { user_id, parts } = await auditingRefusal(ctx, passkeyOwner, "passkey", () =>
    proveByPasskey(ctx, response, token),
  );
  const account = await one(
    ctx,
    accountRow,
    sql`
    select u.id, u.session_epoch, u.is_active, u.agreed_at is not null as has_agreed,
      ${isKnownBrowser(await tokenHash(input.browser_token ?? ""))} as is_known_browser
    from users u where u.id = ${user_id}`,
    () => unprocessable("PASSKEY_REFUSED"),
  );
  if (!account.is_active) throw forbidden("USR_INACTIVE");
  if (!account.has_agreed) throw forbidden("USR_NOT_AGREED");
  return startSession(
    ctx,
    { account, parts, refusal: "PASSKEY_REFUSED", uses: consumeChallenge(challenge.id), refunds },
    input,
  );
}
