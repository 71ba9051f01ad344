import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { violatedConstraint } from "../../../../db/errors.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import { type CreationOptions, passkey } from "../../../contract/entities/passkey.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import type * as contract from "../../../contract/v1/sso/security.ts";
import { audited } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { codes, iso, maybeOneOf, one } from "../../sql.ts";
import {
  changeFactors,
  dropRestOfFactorsParts,
  endOtherSessionsParts,
  hasEndedSessions,
  mePart,
  notifyOfFactorParts,
} from "./added-factor.ts";
import { hasToken, isAnswerable, newChallenge } from "./challenges.ts";
import { requireFreshBrowser } from "./fresh-sign-in.ts";
import { passkeysMax } from "./lifetimes.ts";
import { descriptor, descriptorRow, toDescriptors } from "./prove-by-passkey.ts";
import { algorithms, readChallenge, relyingPartyId, timeoutMs, toUserHandle, verifyRegistration } from "./webauthn.ts";

export type Passkey = z.output<typeof passkey>;

export const passkeyColumns = (alias: string) => sql`
  ${sql.raw(`${alias}.id, ${alias}.name, ${alias}.is_synced`)},
  ${iso(`${alias}.created_at`)} as created_at, ${iso(`${alias}.last_used_at`)} as last_used_at`;

const requestedRow = () => z.object({ email: z.string(), name: z.string(), existing: z.array(descriptorRow()) });

/** @throws FRESH_SIGN_IN_REQUIRED, PASSKEY_LIMIT, USR_NOT_AUTHORIZED for a desktop token */
export async function requestPasskey(
  ctx: Ctx,
  { challenge_browser }: { challenge_browser: string },
): Promise<{ options: CreationOptions }> {
  const { user_id } = await requireFreshBrowser(ctx);
  const challenge = await newChallenge("passkey-registration", challenge_browser, sql`u`);
  const row = await one(
    ctx,
    requestedRow,
    sql`
    with u as (
      select * from users
      where id = ${user_id} and (select count(*) from passkeys where user_id = ${user_id}) < ${passkeysMax}
    ),
    asked as (${challenge.insert})
    select u.email, u.first_name || ' ' || u.last_name as name, coalesce((
      select json_agg(${descriptor} order by p.created_at) from passkeys p where p.user_id = u.id
    ), '[]') as existing
    from u`,
    () => unprocessable("PASSKEY_LIMIT"),
  );
  return {
    options: {
      challenge: challenge.token,
      rp: { id: relyingPartyId(ctx), name: "CrunchBox" },
      user: { id: toUserHandle(user_id), name: row.email, displayName: row.name },
      pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
      timeout: timeoutMs,
      attestation: "none",
      authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
      excludeCredentials: toDescriptors(row.existing),
    },
  };
}

type CreatePasskeyInput = InputOf<typeof contract.createPasskey>["body"] & { challenge_browser: string };

/**
 * @throws FRESH_SIGN_IN_REQUIRED, CHALLENGE_ENDED, PASSKEY_REFUSED, PASSKEY_EXISTS, PASSKEY_LIMIT, USR_NOT_AUTHORIZED
 * for a desktop token
 */
export async function createPasskey(
  ctx: Ctx,
  { name, response, challenge_browser }: CreatePasskeyInput,
): Promise<Passkey> {
  const { user_id } = await requireFreshBrowser(ctx);
  const token = readChallenge(response);
  const isMine = sql`
    ${await isAnswerable("passkey-registration", challenge_browser)} and ${await hasToken(token)}
    and c.user_id = ${user_id}`;
  await one(
    ctx,
    () => z.object({ id: z.string() }),
    sql`select c.id from sign_in_challenges c where ${isMine}`,
    () => unprocessable("CHALLENGE_ENDED"),
  );
  const newPasskey = await verifyRegistration(ctx, response, token);
  const statement = sql`
    with ${mePart(ctx)},
    room as (
      select 1 from me where (select count(*) from passkeys where user_id = ${user_id}) < ${passkeysMax}
    ),
    answered as (
      update sign_in_challenges c set used_at = now() where ${isMine} and exists (select 1 from room) returning 1
    ),
    made as (
      insert into passkeys (user_id, credential_id, public_key, counter, transports, name, is_synced)
      select me.id, decode(${newPasskey.credential_id}, 'hex'), decode(${newPasskey.public_key}, 'hex'),
        ${newPasskey.counter}::bigint,
        ${codes(newPasskey.transports.filter((each) => /^[a-z-]+$/.test(each)))}, ${name}, ${newPasskey.is_synced}
      from me, answered
      returning *
    ),
    added as (select made.user_id as id, me.org_id, made.name from made, me),
    ${endOtherSessionsParts(ctx, "made")},
    ${notifyOfFactorParts(ctx, "passkey", "added", { passkey: sql`added.name`, has_ended_sessions: hasEndedSessions })},
    ${audited(ctx, "createPasskey", "user", "added", { data: sql`jsonb_build_object('passkey', added.name)` })}
    select ${passkeyColumns("made")} from made`;
  try {
    const createdPasskey = maybeOneOf(ctx, () => passkey, await changeFactors(ctx, statement));
    if (!createdPasskey) throw unprocessable("PASSKEY_LIMIT");
    ctx.wakeWorkers();
    return createdPasskey;
  } catch (error) {
    throw violatedConstraint(error) === "passkeys_credential_id_unique" ? unprocessable("PASSKEY_EXISTS") : error;
  }
}

/** @throws FRESH_SIGN_IN_REQUIRED, PASSKEY_NOT_FOUND, USR_NOT_AUTHORIZED for a desktop token */
export async function updatePasskey(ctx: Ctx, id: string, { name }: { name: string }): Promise<Passkey> {
  const { user_id, org_id } = await requireFreshBrowser(ctx);
  return one(
    ctx,
    () => passkey,
    sql`
    with renamed as (
      update passkeys set name = ${name} where id = ${id} and user_id = ${user_id}
      returning passkeys.*, old.name as former
    ),
    ${audited(ctx, "updatePasskey", "user", "renamed", {
      subject_id: user_id,
      org_id,
      changes: sql`jsonb_build_object('passkey', jsonb_build_array(renamed.former, renamed.name))`,
      where: sql`renamed.former <> renamed.name`,
    })}
    select ${passkeyColumns("renamed")} from renamed`,
    () => notFound("PASSKEY_NOT_FOUND"),
  );
}

/**
 * @throws FRESH_SIGN_IN_REQUIRED, PASSKEY_NOT_FOUND, SECOND_FACTOR_REQUIRED_BY_ORGANIZATION, USR_NOT_AUTHORIZED for a
 * desktop token
 */
export async function deletePasskey(ctx: Ctx, id: string): Promise<void> {
  await requireFreshBrowser(ctx);
  const hasFactorLeft = sql`(
    exists (select 1 from passkeys p where p.user_id = me.id and p.id <> ${id})
    or exists (select 1 from totp_secrets t where t.user_id = me.id and t.enabled_at is not null))`;
  const removal = await changeFactors(
    ctx,
    sql`
    with ${mePart(ctx)},
    kept as (
      select 1 from me join passkeys p on p.user_id = me.id and p.id = ${id} where me.must_keep_one
        and not ${hasFactorLeft}
    ),
    gone as (
      delete from passkeys using me
      where passkeys.id = ${id} and passkeys.user_id = me.id and not exists (select 1 from kept)
      returning me.id, me.org_id, passkeys.name
    ),
    ${dropRestOfFactorsParts(sql`(not exists (select 1 from gone) or ${hasFactorLeft})`)},
    ${audited(ctx, "deletePasskey", "user", "gone", { data: sql`jsonb_build_object('passkey', gone.name)` })}
    select false as is_kept from gone union all select true from kept`,
  );
  const found = maybeOneOf(ctx, () => z.object({ is_kept: z.boolean() }), removal);
  if (!found) throw notFound("PASSKEY_NOT_FOUND");
  if (found.is_kept) throw unprocessable("SECOND_FACTOR_REQUIRED_BY_ORGANIZATION");
}
